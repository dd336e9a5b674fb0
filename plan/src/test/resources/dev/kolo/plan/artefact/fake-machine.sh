#!/bin/sh
# Stands for ip, tc, ethtool, devlink, rdma and uname of a host whose state is a folder of text files, so that up.sh and
# down.sh can be run anywhere, and be failed at any call. It answers with the words and exit codes of the real programs.
#
# $MACHINE holds: name (uname -n), netdevs/NAME (a line of ip link), addresses/NAME (a line of ip addr), routes,
# neighbours.NAME, clsact.NAME (when there), filters.NAME.HOOK (one folder a hook, one file a filter), offload.NAME
# (on, off or fixed), hairpin.BDF, hairpin_num_queues.BDF,
# flow_steering_mode.BDF, eswitch.BDF, users.DEVICE (rdma resources), no-hardware (when offloading of rules does not work),
# fail-at (number of the call that fails), kill-at (number of the call whose script is killed), calls (all calls so far).
set -u
program=${0##*/}
args="$*"
printf '%s %s\n' "$program" "$args" >>"$MACHINE/calls"
call=$(($(wc -l <"$MACHINE/calls")))
if [ "$(cat "$MACHINE/fail-at" 2>/dev/null)" = "$call" ]; then
  echo 'RTNETLINK answers: Cannot allocate memory' >&2
  exit 2
fi

# Power that goes: the script ends after this call, and nothing of it runs any more.
if [ "$(cat "$MACHINE/kill-at" 2>/dev/null)" = "$call" ]; then
  trap 'kill -9 "$PPID"' EXIT
fi

need_device() { # name
  [ ! -e "$MACHINE/netdevs/$1" ] || return 0
  case $args in
  *'link show'*) echo "Device \"$1\" does not exist." >&2 ;;
  *) echo "Cannot find device \"$1\"" >&2 ;;
  esac
  exit 1
}

lines_of() { # file
  [ ! -e "$MACHINE/$1" ] || cat "$MACHINE/$1"
}

# Removes the lines of a file that begin with a text.
drop() { # file, beginning
  lines_of "$1" | awk -v start="$2" 'index($0, start) != 1' >"$MACHINE/$1.new"
  mv "$MACHINE/$1.new" "$MACHINE/$1"
}

run_ip() {
  case $args in
  'link show dev '*) need_device "$4" && cat "$MACHINE/netdevs/$4" ;;
  '-o link show dev '*) need_device "$5" && cat "$MACHINE/netdevs/$5" ;;
  '-o -4 addr show dev '*) need_device "$6" && lines_of "addresses/$6" ;;
  '-4 route show exact '*) lines_of routes | awk -v d="${5%/32} " 'index($0, d) == 1' ;;
  'route replace '*' dev '*' src '*' scope link proto 82')
    need_device "$5"
    drop routes "${3%/32} "
    printf '%s dev %s proto 82 scope link src %s \n' "${3%/32}" "$5" "$7" >>"$MACHINE/routes"
    ;;
  '-4 route del '*' proto 82')
    if ! lines_of routes | grep -q "^${4%/32} .* proto 82 "; then
      echo 'RTNETLINK answers: No such process' >&2
      exit 2
    fi
    drop routes "${4%/32} "
    ;;
  'neigh show '*' dev '*) need_device "$5" && lines_of "neighbours.$5" | awk -v d="$3 " 'index($0, d) == 1' ;;
  'neigh replace '*' lladdr '*' dev '*' nud permanent proto 82')
    need_device "$7"
    drop "neighbours.$7" "$3 "
    printf '%s lladdr %s PERMANENT proto 82 \n' "$3" "$5" >>"$MACHINE/neighbours.$7"
    ;;
  'neigh del '*' dev '*)
    need_device "$5"
    drop "neighbours.$5" "$3 "
    ;;
  *) echo "the fake ip does not know: $args" >&2 && exit 255 ;;
  esac
}

run_tc() {
  case $args in
  'qdisc show dev '*)
    need_device "$4"
    echo 'qdisc mq 0: root '
    [ ! -e "$MACHINE/ingress.$4" ] || echo 'qdisc ingress ffff: parent ffff:fff1 ---------------- '
    [ ! -e "$MACHINE/clsact.$4" ] || echo 'qdisc clsact ffff: parent ffff:fff1 '
    ;;
  'qdisc add dev '*' clsact')
    if [ -e "$MACHINE/clsact.$4" ] || [ -e "$MACHINE/ingress.$4" ]; then
      echo 'Error: Exclusivity flag on, cannot modify.' >&2
      exit 2
    fi
    : >"$MACHINE/clsact.$4"
    ;;
  'qdisc del dev '*' clsact')
    [ -e "$MACHINE/clsact.$4" ] || { echo 'Error: Invalid handle.' >&2 && exit 2; }
    rm -rf "$MACHINE/clsact.$4" "$MACHINE/filters.$4.ingress" "$MACHINE/filters.$4.egress"
    ;;
  'filter show dev '*)
    need_device "$4"
    for file in "$MACHINE/filters.$4.$5"/*; do [ ! -f "$file" ] || cat "$file"; done
    ;;
  'filter add dev '*) add_filter "$@" ;;
  'filter del dev '*' handle '*) del_filter "$@" ;;
  *) echo "the fake tc does not know: $args" >&2 && exit 255 ;;
  esac
}

tag_number() { # 0x88b5: in brackets, as tc prints types without a name
  printf '[%d]' "$1"
}

add_filter() {
  [ -e "$MACHINE/clsact.$4" ] || { echo "Error: Parent Qdisc doesn't exists." >&2 && exit 2; }
  hook=$MACHINE/filters.$4.$5
  mkdir -p "$hook"
  case $args in
  *' ingress protocol '*)
    mac_at=0 && [ "${14}" != src_mac ] || mac_at=4
    file=$hook/$9.${11}
    out=
    eval "mac=\${$((21 + mac_at))} type=\${$((30 + mac_at))} out=\${$((37 + mac_at))}"
    keys=
    [ "$mac_at" = 0 ] || keys="  dst_mac ${17}
  src_mac ${15}
"
    head="filter protocol $(tag_number "$7") pref $9 flower chain 0"
    handle=${11} skip=${13} first_type=${7#0x}
    ;;
  *)
    handle=1
    while [ -e "$hook/20.$handle" ]; do
      grep -q "^  dst_ip ${13}\$" "$hook/20.$handle" && echo 'RTNETLINK answers: File exists' >&2 && exit 2
      handle=$((handle + 1))
    done
    file=$hook/20.$handle
    head='filter protocol ip pref 20 flower chain 0' skip=skip_hw first_type=ipv4 type=${21} mac=
    keys="  dst_ip ${13}
"
    ;;
  esac
  if [ -e "$file" ]; then
    echo 'RTNETLINK answers: File exists' >&2
    echo 'We have an error talking to the kernel' >&2
    exit 2
  fi
  landed=not_in_hw
  if [ "$skip" = skip_sw ]; then
    [ ! -e "$MACHINE/no-hardware" ] || { echo 'RTNETLINK answers: Operation not supported' >&2 && exit 2; }
    [ -e "$MACHINE/lying-hardware" ] || landed='in_hw in_hw_count 1'
  fi
  {
    printf '%s \n%s handle 0x%x \n  eth_type %s\n%s  %s\n  %s\n' "$head" "$head" "$handle" "$first_type" "$keys" "$skip" "$landed"
    order=1
    if [ -n "$mac" ]; then
      hex=$(printf '%s' "$mac" | tr -d :)
      printf '\taction order 1:  pedit action pipe keys 2\n \t index 1 ref 1 bind 1\n'
      printf '\t key #0  at eth+0: val %s mask 00000000\n' "${hex%????}"
      printf '\t key #1  at eth+4: val %s0000 mask 0000ffff\n\n' "${hex#????????}"
      order=2
    fi
    printf '\taction order %d:  pedit action pipe keys 1\n \t index 2 ref 1 bind 1\n' "$order"
    printf '\t key #0  at eth+12: val %s0000 mask 0000ffff\n\n' "${type#0x}"
    [ -z "$mac" ] || printf '\taction order 3: mirred (Egress Redirect to device %s) stolen\n \tindex 1 ref 1 bind 1\n\n' "$out"
  } >"$file"
}

# filter del dev X HOOK protocol P pref N handle H flower
del_filter() {
  file=$MACHINE/filters.$4.$5/$9.$((${11}))
  if [ ! -e "$file" ]; then
    echo 'RTNETLINK answers: No such file or directory' >&2
    exit 2
  fi
  rm "$file"
}

run_ethtool() {
  case $1 in
  -k)
    case $(lines_of "offload.$2") in
    on) echo 'hw-tc-offload: on' ;;
    fixed) echo 'hw-tc-offload: off [fixed]' ;;
    *) echo 'hw-tc-offload: off' ;;
    esac
    ;;
  -K) echo "$4" >"$MACHINE/offload.$2" ;;
  esac
}

run_devlink() {
  case $args in
  'dev eswitch show pci/'*)
    [ -e "$MACHINE/eswitch.${4#pci/}" ] || { echo 'kernel answers: Operation not supported' >&2 && exit 1; }
    printf '%s: mode %s inline-mode none encap-mode basic\n' "$4" "$(cat "$MACHINE/eswitch.${4#pci/}")"
    ;;
  'dev param show pci/'*' name hairpin_num_queues' | 'dev param show pci/'*' name flow_steering_mode')
    [ -e "$MACHINE/$6.${4#pci/}" ] || { echo 'kernel answers: Invalid argument' >&2 && exit 1; }
    printf '%s:\n  name %s type driver-specific\n    values:\n      cmode runtime value %s\n' \
      "$4" "$6" "$(cat "$MACHINE/$6.${4#pci/}")"
    ;;
  'dev param show pci/'*)
    [ -e "$MACHINE/hairpin.${4#pci/}" ] || { echo 'kernel answers: Invalid argument' >&2 && exit 1; }
    printf '%s:\n  name hairpin_queue_size type driver-specific\n    values:\n      cmode driverinit value %s\n' \
      "$4" "$(cat "$MACHINE/hairpin.${4#pci/}")"
    ;;
  'dev param set pci/'*) echo "$8" >"$MACHINE/hairpin.${4#pci/}" ;;
  'dev reload pci/'*) echo "${3#pci/}" >>"$MACHINE/reloads" ;;
  *) echo "the fake devlink does not know: $args" >&2 && exit 255 ;;
  esac
}

case $program in
ip) run_ip "$@" ;;
tc) run_tc "$@" ;;
ethtool) run_ethtool "$@" ;;
devlink) run_devlink "$@" ;;
rdma) lines_of "users.${5%/1}" ;;
uname) cat "$MACHINE/name" ;;
esac
