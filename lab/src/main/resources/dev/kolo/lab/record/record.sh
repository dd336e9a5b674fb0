#!/bin/sh
# Runs in a guest, by itself: takes the management interface away, asks the guest what the probe asks, and puts it back. So
# the recording shows the fabric alone. Arguments: the management interface and whether single commands are wanted, too.
# Leaves probe.txt, folder single and, at the end, the file ended in /run/kolo-lab/recording.
cd /run/kolo-lab/recording || exit 1
netdev=$1 single=$2
export LC_ALL=C HOME=/home/spark

device=$(basename "$(readlink -f "/sys/class/net/$netdev/device")")
address=$(ip -4 -o address show dev "$netdev" | awk '{print $4; exit}')
gateway=$(ip route show default | awk '{print $3; exit}')

restore() {
  echo "$device" >/sys/bus/virtio/drivers/virtio_net/bind
  for folder in "/sys/bus/virtio/devices/$device/net"/*; do
    ip link set "${folder##*/}" name "$netdev"
  done
  ip link set "$netdev" up
  ip address add "$address" dev "$netdev"
  ip route add default via "$gateway" dev "$netdev"
  touch ended
}
trap restore EXIT

# The answers of single commands, as people paste them.
single_commands() {
  mkdir -p single
  hostname >single/hostname.txt
  uname -a >single/uname.txt
  cat /proc/meminfo >single/meminfo.txt
  ip -j addr >single/ip-j-addr.json
  ip addr >single/ip-addr.txt
  ip -br addr >single/ip-br-addr.txt
  ip -j -s link >single/ip-j-s-link.json
  ip -j -4 route show table main >single/ip-j-route.json
  ip route >single/ip-route.txt
  ip -j neigh >single/ip-j-neigh.json
  ip neigh >single/ip-neigh.txt
  rdma link >single/rdma-link.txt
  rdma -j link >single/rdma-j-link.json
  ibv_devinfo >single/ibv_devinfo.txt 2>&1
  ibv_devices >single/ibv_devices.txt 2>&1
  if [ -n "$(ip route show proto 82)" ]; then
    for folder in /sys/class/net/en*; do
      tc -s filter show dev "${folder##*/}" ingress
    done >single/tc-s-filter-ingress.txt
  fi
  if [ -S /run/lldpd/lldpd.socket ] || [ -S /run/lldpd.socket ]; then lldpctl >single/lldpctl.txt; fi
}

echo "$device" >/sys/bus/virtio/drivers/virtio_net/unbind
# What the machine of the lab has installed for itself is no fact of a guest.
for folder in /tmp /opt /usr/local /usr/lib/python3 /home /root; do
  [ ! -d "$folder" ] || mount -t tmpfs guest "$folder"
done
mkdir -p "$HOME"
sh probe.sh >probe.txt 2>probe.err
[ "$single" != yes ] || single_commands
for folder in /tmp /opt /usr/local /usr/lib/python3 /home /root; do umount "$folder" 2>/dev/null; done
