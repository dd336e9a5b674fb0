#!/bin/sh
# Writes 8 KiB ten times by RDMA from the first host to the one opposite, over relays, on every plane, with IP forwarding off
# everywhere; afterwards no host has forwarded a single IP packet.
# shellcheck disable=SC2086
set -- $KOLO_LAB_HOSTS
first=$1
for host; do
  [ "$(on "$host" cat /proc/sys/net/ipv4/ip_forward </dev/null)" = 0 ] || { echo "$host forwards IP" && exit 1; }
  if [ -z "$(on "$host" ip route show proto 82 </dev/null)" ]; then
    echo "$host has no relayed paths: bring the lab up with --relays"
    exit 1
  fi
done
shift $(($# / 2))
opposite=$1
failed=0
for plane in 0 1; do
  near_device=$(awk -v p=$plane -v h="$first" '$1 == p && $2 == h {print $4; exit}' "$KOLO_LAB_LINKS")
  far=$(awk -v p=$plane -v h="$opposite" '$1 == p && $6 == h {print $8, $9; exit}' "$KOLO_LAB_LINKS")
  if [ -z "$near_device" ] || [ -z "$far" ]; then continue; fi
  name="plane $plane: $first $near_device -> $opposite ${far% *}"
  on "$opposite" timeout 200 ib_write_lat -x 1 -s 8192 -n 10 -F -d "${far% *}" </dev/null >/dev/null 2>&1 &
  listener=$!
  result=''
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    result=$(on "$first" timeout 200 ib_write_lat -x 1 -s 8192 -n 10 -F -d "$near_device" "${far#* }" </dev/null 2>&1) && break
    result=''
    sleep 2
  done
  typical=$(printf '%s\n' "$result" | awk '$1 == 8192 {print $5}')
  if [ -n "$typical" ]; then
    echo "$name: works over relays, typically $typical microseconds"
  else
    echo "$name: FAILED"
    kill "$listener" 2>/dev/null
    failed=1
  fi
  wait "$listener"
done
for host in $KOLO_LAB_HOSTS; do
  forwarded=$(on "$host" nstat -az IpForwDatagrams </dev/null | awk '$1 == "IpForwDatagrams" {print $2}')
  [ "$forwarded" = 0 ] || { echo "$host has forwarded $forwarded IP packets" && failed=1; }
done
exit "$failed"
