#!/bin/sh
# on HOST COMMAND...: runs a command on a host of the lab, each word as it is given here.
host=$1
shift
line=''
for word; do
  # A quote inside a word ends it, stands escaped, and begins it anew. The x keeps line ends at the word's end.
  quoted=$(printf '%sx' "$word" | sed "s/'/'\\\\''/g")
  line="$line '${quoted%x}'"
done
exec ssh -F SSH_CONFIG -o BatchMode=yes -o LogLevel=ERROR -T -- "$host" "$line"
