#!/usr/bin/env bash
# Boots N virtual machines cabled as a switchless ring of two planes, with real kernels and soft RoCE devices named as on
# a DGX Spark, runs the Kolo probe in each, and keeps what it printed. See README.md.
set -euo pipefail

usage() {
  echo "usage: record.sh OUT N VARIANT   (VARIANT: one of README.md's; OUT: a folder that does not exist yet)" >&2
  exit 2
}

here=$(cd "$(dirname "$0")" && pwd)
probe=$here/../../probe/src/main/resources/dev/kolo/probe/probe.sh
[ $# = 3 ] || usage
out=$1 count=$2 variant=$3
case $variant in healthy | swap | mtu | plane2 | dup | down | unplugged | pair | relay | lldp | unaddressed) ;; *) usage ;; esac
[ ! -e "$out" ] || { echo "$out is already there" >&2; exit 3; }
for tool in qemu-system-x86_64 cpio depmod rdma tc ip; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed; packages: qemu-system-x86 cpio kmod iproute2 rdma-core ibverbs-utils perftest lldpd" >&2; exit 3; }
done

scratch=${KOLO_RECORD_SCRATCH:-${TMPDIR:-/tmp}/kolo-record}
mkdir -p "$scratch" "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d "$scratch/ring-XXXXXX")

# The distribution's kernel, unpacked, not installed.
if [ ! -d "$scratch/kernel" ]; then
  package=$(apt-cache depends linux-image-amd64 | awk '/Depends/ {print $2; exit}')
  (cd "$work" && apt-get download "$package" >/dev/null && dpkg -x "$package"_*.deb "$scratch/kernel" && rm -f "$package"_*.deb)
fi
# The static busybox likewise; the dynamic one does not start alone.
if [ ! -d "$scratch/busybox" ]; then
  (cd "$work" && apt-get download busybox-static >/dev/null && dpkg -x busybox-static_*.deb "$scratch/busybox" && rm -f busybox-static_*.deb)
fi
release=$(basename "$scratch"/kernel/lib/modules/*)
modules=$scratch/kernel/lib/modules/$release
[ -f "$modules/modules.dep" ] || depmod -b "$scratch/kernel" "$release"

# A small first file system: busybox, the modules, the probe, and what the guest does.
wanted="virtio_pci virtio_net 9p 9pnet_virtio overlay crc32_generic crc32c_generic rdma_rxe ib_uverbs rdma_ucm cls_flower act_mirred act_pedit sch_ingress"
root=$work/initramfs
mkdir -p "$root"/{bin,proc,sys,dev}
cp "$scratch"/busybox/*bin/busybox "$root/bin/" 2>/dev/null || cp "$scratch"/busybox/usr/bin/busybox "$root/bin/"
for module in $wanted; do
  for file in $(grep -E "/$module\.ko:" "$modules/modules.dep" | tr -d ':'); do
    mkdir -p "$root/lib/modules/$release/$(dirname "$file")"
    cp "$modules/$file" "$root/lib/modules/$release/$file"
  done
done
cp "$modules"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$release/"
depmod -b "$root" "$release"
cp "$here/init" "$here/guest.sh" "$probe" "$root/"
printf '%s\n' "$wanted" > "$root/modules"
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc 2>/dev/null | gzip -1 > ../initramfs.gz)

# A cable is a pair of unix sockets. Port 0 of host i goes to port 1 of host i+1; host 2's plugs may be swapped.
cable_end() { # plane, port, host
  local cable=$3 own=a other=b swapped=0
  if [ "$variant" = swap ] && [ "$3" = 1 ]; then swapped=1; fi
  if [ "$2" != "$swapped" ]; then cable=$((($3 - 1 + count) % count)) own=b other=a; fi
  if [ "$variant" = pair ]; then cable=$2; if [ "$3" = 0 ]; then own=a other=b; else own=b other=a; fi; fi
  echo "local.type=unix,local.path=$work/c$1-$cable.$own,remote.type=unix,remote.path=$work/c$1-$cable.$other"
}

# Prints what the emulator is told so that a port has no carrier: a pulled cable, the second port of a pair.
pulled() { # host
  local port
  case $variant.$1 in unplugged.1) port=0 ;; unplugged.2 | pair.*) port=1 ;; *) return 0 ;; esac
  printf 'set_link n%d off\n' "$port" $((2 + port))
}

guest() { # host
  local devices=() index=0 plane port
  for plane in 0 1; do for port in 0 1; do
    devices+=(-netdev "dgram,id=n$index,$(cable_end $plane $port "$1")")
    devices+=(-device "virtio-net-pci,netdev=n$index,mac=$(printf '4c:bb:47:%02x:%02x:%02x' "$1" $port $plane),romfile=")
    index=$((index + 1))
  done; done
  # A loaded machine serves the emulated timer late, which the kernel would take for a broken one: no_timer_check.
  pulled "$1" | timeout 420 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 1 -m 256 -no-reboot \
    -display none -monitor stdio -serial "file:$work/guest$1.log" \
    -kernel "$scratch/kernel/boot/vmlinuz-$release" -initrd "$work/initramfs.gz" \
    -append "console=ttyS0 quiet panic=-1 no_timer_check ring_count=$count ring_variant=$variant ring_host=$1" \
    -virtfs local,path=/,mount_tag=system,security_model=none,readonly=on,multidevs=remap \
    -virtfs "local,path=$out,mount_tag=out,security_model=none" -nic none "${devices[@]}" > "$work/emulator$1.log" 2>&1
}

for ((host = 0; host < count; host++)); do guest $host & done
wait || true
rm -rf "$out/.barrier"
for ((host = 1; host <= count; host++)); do
  tail -n 1 "$out/spark$host.probe.txt" 2>/dev/null | grep -q '^### done kolo-probe/1' ||
    { echo "spark$host recorded nothing whole; see $work/guest$((host - 1)).log" >&2; exit 1; }
done
cat "$work"/guest*.log
rm -rf "$work"
ls "$out"
