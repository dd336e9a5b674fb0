#!/bin/sh
# Runs once in each guest, before its ssh server: loads modules, names interfaces, makes the soft RoCE devices, sets
# addresses. What is particular to this guest stands in settings, one thing a line.
cd /run/kolo-lab || exit 1
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C

say() { echo "kolo-lab: $*" >/dev/console; }
# try COMMAND: what fails is said, since a half-made guest would mislead.
try() { "$@" >try.log 2>&1 || say "failed: $* ($(tail -n 1 try.log))"; }

mkdir -p /dev/pts /dev/shm
mount -t devpts -o gid=5,mode=620 devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t cgroup2 cgroup2 /sys/fs/cgroup 2>/dev/null

# The machine's own users, passwords and identity stay its own.
rm -f /etc/shadow /etc/machine-id /etc/hostname /etc/hosts /.dockerenv
(umask 077 && echo 'root:*:19000:0:99999:7:::' >/etc/shadow)
sed 's|^root:.*|root:x:0:0:root:/run/kolo-lab/home:/bin/sh|' /etc/passwd >passwd && cat passwd >/etc/passwd
mkdir -p home bin /run/sshd /run/lock /run/user
chmod 755 kolo 2>/dev/null && mv kolo bin/kolo
cp hosts /etc/hosts

# interface_of MAC: prints the name that the kernel gave to the interface with this address.
interface_of() {
  for _folder in /sys/class/net/*; do
    [ "$(cat "$_folder/address")" != "$1" ] || echo "${_folder##*/}"
  done
}

# take MAC NAME MTU: names an interface and switches it on.
take() {
  _old=$(interface_of "$1")
  [ -n "$_old" ] || { say "failed: no interface has the address $1"; return; }
  try ip link set "$_old" name "$2"
  try ip link set "$2" mtu "$3"
  try ip link set "$2" up
}

load() {
  mkdir -p /lib/modules
  [ -e "/lib/modules/$(uname -r)" ] || ln -s "$1" "/lib/modules/$(uname -r)"
  # Soft RoCE asks for a checksum that it does not name as a dependency.
  for module in virtio_net crc32_generic crc32c_generic rdma_rxe ib_uverbs rdma_ucm; do
    modprobe -q "$module" || [ "${module#crc32}" != "$module" ] || say "failed: the module $module does not load"
  done
}

try ip link set lo up
while read -r kind first second third fourth fifth; do
  case $kind in
    name) hostname "$first" && echo "$first" >/etc/hostname && echo "$second" >/etc/machine-id ;;
    modules) load "$first${second:+ $second${third:+ $third}}" && say 'modules are loaded' ;;
    management)
      take "$first" "$second" 1500
      try ip address add "$third" dev "$second"
      try ip route add default via "$fourth" dev "$second"
      # The operator's side hears all that guests say to each other, and answers their calls with a reset in the other's
      # name. What comes from it is taken only where it says who it is.
      # shellcheck disable=SC2046,SC2183
      operator=$(printf '52:55:%02x:%02x:%02x:%02x' $(echo "$fourth" | tr . ' '))
      try tc qdisc add dev "$second" clsact
      try tc filter add dev "$second" ingress pref 1 protocol ip flower src_mac "$operator" src_ip "$fourth" action pass
      try tc filter add dev "$second" ingress pref 2 protocol ip flower src_mac "$operator" action drop
      ;;
    port)
      take "$first" "$second" "$fourth"
      [ "$fifth" = - ] || try ip address add "$fifth" dev "$second"
      try rdma link add "$third" type rxe netdev "$second"
      ;;
  esac
done <settings
say 'ports are set up'
