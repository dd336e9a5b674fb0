#!/bin/sh
# Ends the machines of a lab when the command that holds them ends, in whatever way: its standard input is a pipe from that
# command, which the kernel closes then. A line "keep" lets the machines live on. The first argument is how the names of the
# lab's processes begin.
read -r word
[ "$word" != keep ] || exit 0
# Twice: a machine whose start was under way has its name a moment later.
for pass in 1 2; do
  for folder in /proc/[0-9]*; do
    case $(tr '\0' '\n' <"$folder/cmdline" 2>/dev/null | head -n 1) in
      *qemu-system-*) ;;
      *) continue ;;
    esac
    if tr '\0' '\n' <"$folder/cmdline" 2>/dev/null | grep -q "^$1"; then
      kill -9 "${folder#/proc/}" 2>/dev/null
    fi
  done
  [ "$pass" = 2 ] || sleep 1
done
