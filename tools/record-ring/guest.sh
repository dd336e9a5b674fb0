# shellcheck shell=bash
# Runs in each guest of record.sh: names the ports, makes the soft RoCE devices, sets addresses, plants the variant's
# fault, lets the neighbours see each other, and runs the probe.
count=$1 variant=$2 host=$3
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C HOME=/home/spark
self=spark$((host + 1))

log() { echo "$self $(cut -d' ' -f1 /proc/uptime): $*"; }

# All guests wait here for each other, for a minute and a half at most.
barrier() { # name
  mkdir -p .barrier
  : > ".barrier/$1.$host"
  local waited arrived
  for ((waited = 0; waited < 90; waited++)); do
    arrived=(.barrier/"$1".*)
    [ "${#arrived[@]}" -ge "$count" ] && return
    sleep 1
  done
  log "not all reached $1"
}

# ---- names and addresses: port 0 of a host goes to port 1 of the next one; a cable has the number of its port 0's host
half() { [ "$1" = 1 ] && echo P2; }                                        # plane
dev() { echo "en$(half "$1")p1s0f$2np$2"; }                                # plane, port
mac() { printf '4c:bb:47:%02x:%02x:%02x' $((($1 + count) % count)) "$2" "$3"; } # host, port, plane
cable() { echo $((($1 + count) % count)); }                                # number, also -1 or the count
net() { echo "10.$((10 + $1)).$(cable "$2")"; }                            # plane, cable
own_cable() { echo $((host - $1)); }                                       # port

# The address of a port, by the variant; empty for none. The last number is 10 at a cable's port 0 and 11 at its port 1.
address() { # plane, port
  case $variant.$1.$2 in
  unaddressed.* | plane2.1.* | pair.*.1) ;;
  pair.*) echo "10.$((10 + $1)).0.$((10 + host))" ;;
  dup.*) echo "$(net 0 "$(own_cable "$2")").$((10 + $2))" ;;
  *) echo "$(net "$1" "$(own_cable "$2")").$((10 + $2))" ;;
  esac
}

set_up_port() { # the kernel's name, plane, port
  local name mtu=9000 own
  name=$(dev "$2" "$3") own=$(address "$2" "$3")
  [ "$variant.$host.$3" = mtu.2.1 ] && mtu=1500
  ip link set "$1" down
  ip link set "$1" name "$name"
  ip link set "$name" mtu $mtu
  [ "$variant.$host.$3" = down.1.0 ] || ip link set "$name" up
  [ -z "$own" ] || ip addr add "$own/24" dev "$name"
  rdma link add "roce$(half "$2")p1s0f$3" type rxe netdev "$name"
}

# Lets the kernel ask for the MAC at the other end of a cable: with one datagram, or by a ping to all IPv6 nodes.
greet() { # plane, port
  local peer
  case $variant.$2 in
  unaddressed.*)
    busybox ping6 -c 2 -w 3 -I "$(dev "$1" "$2")" ff02::1 >/dev/null 2>&1
    return
    ;;
  pair.1) return ;;
  pair.0) peer=10.$((10 + $1)).0.$((11 - host)) ;;
  *) peer=$(net "$1" "$(own_cable "$2")").$((11 - $2)) ;;
  esac
  timeout 2 bash -c "echo > /dev/udp/$peer/9" 2>/dev/null
}

# ---- relayed paths of a ring of four to the opposite host, kernel backend: both planes, both ways round
relays() {
  local plane
  for plane in 0 1; do
    tc qdisc add dev "$(dev $plane 0)" clsact
    tc qdisc add dev "$(dev $plane 1)" clsact
    mark "$(net $plane $((host + 1))).11" "$(dev $plane 0)" "$(address $plane 0)" "$(mac $((host + 1)) 1 $plane)"
    mark "$(net $plane $((host - 2))).10" "$(dev $plane 1)" "$(address $plane 1)" "$(mac $((host - 1)) 0 $plane)"
    forward "$(dev $plane 1)" "$(dev $plane 0)" "$(mac $((host + 1)) 1 $plane)"
    forward "$(dev $plane 0)" "$(dev $plane 1)" "$(mac $((host - 1)) 0 $plane)"
  done
}

mark() { # destination, netdev, own address, next hop's MAC
  ip route replace "$1/32" dev "$2" src "$3" scope link proto 82
  ip neigh replace "$1" lladdr "$4" dev "$2" nud permanent protocol 82
  tc filter add dev "$2" egress protocol ip pref 20 flower skip_hw dst_ip "$1" action pedit ex munge eth type set 0x88b5
}

forward() { # in, out, next hop's MAC
  tc filter add dev "$1" ingress protocol 0x88b5 pref 11 handle 1 flower skip_hw \
    action pedit ex munge eth dst set "$3" pipe action pedit ex munge eth type set 0x0800 pipe action mirred egress redirect dev "$2"
}

# spark3 writes to spark1 over spark2, so that the rules have counted something.
write_over_relay() {
  case $host in
  0) timeout 60 ib_write_lat -d rocep1s0f0 -x 1 -s 8192 -n 20 -F ;;
  2) sleep 4 && timeout 60 ib_write_lat -d rocep1s0f1 -x 1 -s 8192 -n 20 -F 10.10.0.10 ;;
  esac
}

start_lldp() {
  mkdir -p /run/lldpd
  lldpd
  sleep 2
  lldpcli configure lldp tx-interval 1 >/dev/null
}

# The answers of single commands, as people paste them.
single_commands() {
  local netdev
  mkdir -p "$self"
  cd "$self" || return
  hostname > hostname.txt
  uname -a > uname.txt
  cat /proc/meminfo > meminfo.txt
  ip -j addr > ip-j-addr.json
  ip addr > ip-addr.txt
  ip -br addr > ip-br-addr.txt
  ip -j -s link > ip-j-s-link.json
  ip -j -4 route show table main > ip-j-route.json
  ip route > ip-route.txt
  ip -j neigh > ip-j-neigh.json
  ip neigh > ip-neigh.txt
  rdma link > rdma-link.txt
  rdma -j link > rdma-j-link.json
  ibv_devinfo > ibv_devinfo.txt 2>&1
  ibv_devices > ibv_devices.txt 2>&1
  if [ "$variant" = relay ]; then
    for netdev in /sys/class/net/en*; do tc -s filter show dev "${netdev##*/}" ingress; done > tc-s-filter-ingress.txt
  fi
  if [ "$variant" = lldp ]; then lldpctl > lldpctl.txt; fi
  cd ..
}

mkdir -p "$HOME"
cd /mnt/out || exit 1
hostname "$self"
ip link set lo up
set_up_port eth0 0 0
set_up_port eth1 0 1
set_up_port eth2 1 0
set_up_port eth3 1 1
log "ports named"
barrier named
if [ "$variant" = relay ]; then relays; fi
if [ "$variant" = lldp ]; then start_lldp; fi
sleep 6 # the carrier, and duplicate address detection
barrier addressed
for plane in 0 1; do for port in 0 1; do greet $plane $port; done; done
barrier greeted
if [ "$variant" = relay ]; then
  write_over_relay
  barrier written
fi
sleep 1
log "probing"
sh /run/probe.sh > /run/probe.txt
log "probed, exit status $?"
single_commands
cp /run/probe.txt "$self.probe.txt"
sync
log "done"
barrier recorded # nobody's carrier goes away while another one still looks
echo o > /proc/sysrq-trigger
sleep 5
