#!/bin/sh
# Writes 8 KiB ten times by RDMA over every link of the lab, and says of each whether it worked.
failed=0
while read -r plane near _ near_device _ far _ far_device far_address; do
  name="plane $plane: $near $near_device -> $far $far_device"
  if [ "$far_address" = - ]; then
    echo "$name: not tried, it has no address"
    failed=1
    continue
  fi
  on "$far" timeout 120 ib_write_lat -x 1 -s 8192 -n 10 -F -d "$far_device" </dev/null >/dev/null 2>&1 &
  listener=$!
  result=''
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    result=$(on "$near" timeout 120 ib_write_lat -x 1 -s 8192 -n 10 -F -d "$near_device" "$far_address" </dev/null 2>&1) && break
    result=''
    sleep 2
  done
  typical=$(printf '%s\n' "$result" | awk '$1 == 8192 {print $5}')
  if [ -n "$typical" ]; then
    echo "$name: works, typically $typical microseconds"
  else
    echo "$name: FAILED"
    kill "$listener" 2>/dev/null
    failed=1
  fi
  wait "$listener"
done <"$KOLO_LAB_LINKS"
exit "$failed"
