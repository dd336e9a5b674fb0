#!/bin/sh
# The Kolo probe: prints what this machine says about its network, its RDMA devices and its limits, so that Kolo can
# judge the fabric on another machine, or later. Run it by hand with: kolo scan --print-script | ssh HOST sh
#
# It only reads: files under /sys, /proc and a few under /etc, and the answers of the tools named in "sections" below.
# It writes to standard output alone, sends nothing to any other machine, changes no setting, loads no kernel module,
# starts no daemon, and asks no question that could take longer than the limit below.
# It leaves out: machine id, serial numbers, Wi-Fi names, passwords, keys, and every environment variable that is not
# on a short list. No root is needed; with root a few more sections are filled.
#
# The output's format (kolo-probe/1) is described in docs/probe-format.md.

set -u
LC_ALL=C
export LC_ALL

limit_seconds=5
# Unprivileged users often lack the administrators' folders on their path; ip, tc and ethtool live there.
search_path=${PATH:-}:/usr/local/sbin:/usr/sbin:/sbin
timeout_tool=
slow_tools=' '
answer=
status=0

# ---- markers -----------------------------------------------------------------------------------------------------

open_section() { # name, the command that a person would type
  printf '### section %s %s\n' "$1" "$2"
}

close_section() { # name, exit status
  printf '### end %s rc=%s\n' "$1" "$2"
}

missing() { # name, the tool or file that is not there
  printf '### missing %s %s\n' "$1" "$2"
}

denied() { # name, what was refused
  printf '### denied %s %s\n' "$1" "$2"
}

# Prints lines as they are, but puts a backslash before a line that looks like a marker of ours (or like one with
# backslashes before it), so that no host name or description can forge one. The reader takes one backslash away.
guard() {
  while IFS= read -r guard_line; do
    guard_rest=${guard_line#"${guard_line%%[!\\]*}"}
    case $guard_rest in
    '###'*) printf '\\%s\n' "$guard_line" ;;
    *) printf '%s\n' "$guard_line" ;;
    esac
  done
}

print_body() { # text
  case $1 in
  '') ;;
  *'###'*) printf '%s\n' "$1" | guard ;;
  *) printf '%s\n' "$1" ;;
  esac
}

# ---- tools -------------------------------------------------------------------------------------------------------

# Sets $found to the tool's file, and $closed to one that this user may not run. The path is walked by hand because
# busybox prefers its own ip and tc to the real ones.
find_tool() { # name
  found=
  closed=
  find_ifs=$IFS
  IFS=:
  for find_dir in $search_path; do
    if [ -f "$find_dir/$1" ] && [ -x "$find_dir/$1" ]; then
      found=$find_dir/$1
      break
    elif [ -f "$find_dir/$1" ]; then
      closed=$find_dir/$1
    fi
  done
  IFS=$find_ifs
  if [ -z "$found$closed" ] && command -v "$1" >/dev/null 2>&1; then
    found=$1
  fi
  [ -n "$found" ]
}

# The only function that runs anything: without input, and not for ever.
bounded() { # program, arguments
  if [ -n "$timeout_tool" ]; then
    "$timeout_tool" -s KILL "$limit_seconds" "$@" </dev/null
  else
    "$@" </dev/null
  fi
}

# Old busybox spells the limit differently; what does not understand this form counts as missing.
find_timeout() {
  find_tool true || return
  true_tool=$found
  find_tool timeout || return
  if "$found" -s KILL "$limit_seconds" "$true_tool" </dev/null >/dev/null 2>&1; then
    timeout_tool=$found
  fi
}

# Asks a tool; sets $answer and $status (0 when nobody could be asked), and fails when there is nothing to report
# because a marker said why. A tool that ran into the limit once is not asked again.
fetch() { # name, tool, arguments
  fetch_name=$1
  fetch_tool=$2
  status=0
  shift 2
  if ! find_tool "$fetch_tool"; then
    if [ -n "$closed" ]; then denied "$fetch_name" "$closed"; else missing "$fetch_name" "$fetch_tool"; fi
    return 1
  fi
  case $slow_tools in
  *" $fetch_tool "*)
    printf '### skipped %s %s did not answer before\n' "$fetch_name" "$fetch_tool"
    return 1
    ;;
  esac
  answer=$(exec 2>/dev/null; bounded "$found" "$@")
  status=$?
  reason=
  case $status in
  0) return 0 ;;
  124 | 137)
    slow_tools="$slow_tools$fetch_tool "
    return 0
    ;;
  esac
  # It failed: ask once more for the reason, which goes to the error stream.
  reason=$(exec 3>/dev/null; bounded "$found" "$@" 2>&1 1>&3)
  [ -z "$answer" ] || return 0
  case $reason in
  *'ermission denied'* | *'not permitted'* | *'be root'* | *'root privileges'*)
    denied "$fetch_name" "$fetch_tool $*"
    status=0
    return 1
    ;;
  esac
}

# Prints the section of what fetch got.
report() { # name, command as text
  open_section "$1" "$2"
  print_body "$answer"
  if [ -n "$reason" ]; then
    printf '%s\n' "$reason" | first_complaints "$1"
  fi
  close_section "$1" "$status"
}

# The first lines say what is wrong; some tools go on with all of their usage.
first_complaints() { # name
  complaints=0
  while IFS= read -r complaint && [ "$complaints" -lt 4 ]; do
    printf '### stderr %s %s\n' "$1" "$complaint"
    complaints=$((complaints + 1))
  done
}

ask() { # name, tool, arguments
  fetch "$@" || return 1
  ask_name=$1
  shift
  report "$ask_name" "$*"
}

# Asks a tool that talks to a daemon: only under a time limit.
ask_daemon() { # name, tool, arguments
  if [ -z "$timeout_tool" ]; then
    missing "$1" timeout
    return 1
  fi
  ask "$@"
}

# Asks a tool and keeps the lines that hold one of the words; the words are separated by |.
ask_lines() { # words, name, tool, arguments
  lines_words=$1
  shift
  fetch "$@" || return 1
  lines_name=$1
  shift
  answer=$(printf '%s\n' "$answer" | keep_lines "$lines_words")
  report "$lines_name" "$* | grep -E '$lines_words'"
}

keep_lines() { # words separated by |
  while IFS= read -r keep_line; do
    if holds_word "$keep_line" "$1"; then
      printf '%s\n' "$keep_line"
    fi
  done
}

holds_word() { # line, words separated by |
  holds_ifs=$IFS
  IFS='|'
  for holds_word in $2; do
    case $1 in
    *"$holds_word"*)
      IFS=$holds_ifs
      return 0
      ;;
    esac
  done
  IFS=$holds_ifs
  return 1
}

# Asks in JSON, and in plain text where the tool knows no JSON (busybox, iproute2 before 4.14).
ask_ip() { # what: the section's suffix; then the arguments of ip
  ip_suffix=$1
  shift
  ask "ip-j-$ip_suffix" ip -j "$@"
  case $status in
  0 | 124 | 137) ;;
  *) ask "ip-$ip_suffix" ip "$@" ;;
  esac
}

# ---- files -------------------------------------------------------------------------------------------------------

print_file() { # path
  while IFS= read -r file_line || [ -n "$file_line" ]; do
    printf '%s\n' "$file_line"
  done 2>/dev/null <"$1"
}

# Fails, and says so, when a file cannot be shown.
readable() { # name, path
  if [ ! -f "$2" ]; then
    missing "$1" "$2"
    return 1
  fi
  if [ ! -r "$2" ]; then
    denied "$1" "$2"
    return 1
  fi
}

show_file() { # name, path
  readable "$1" "$2" || return 0
  open_section "$1" "cat $2"
  print_file "$2" | guard
  close_section "$1" 0
}

# One line for each line of a small file, as grep -H prints it. What the kernel refuses to say is left out.
attribute() { # path
  [ -f "$1" ] && [ -r "$1" ] || return 0
  { while IFS= read -r attribute_line || [ -n "$attribute_line" ]; do
    printf '%s:%s\n' "$1" "$attribute_line"
  done <"$1"; } 2>/dev/null
}

attributes() { # folder, file names
  attributes_of=$1
  shift
  for attributes_file in "$@"; do
    attribute "$attributes_of/$attributes_file"
  done
}

# A link to a folder, with the place where it ends.
link_target() { # path
  [ -d "$1" ] || return 0
  printf '%s -> %s\n' "$1" "$(cd -P "$1" 2>/dev/null && pwd -P)"
}

presence() { # path
  if [ -e "$1" ]; then
    printf '%s:present\n' "$1"
  else
    printf '%s:absent\n' "$1"
  fi
}

# ---- sections: the machine ---------------------------------------------------------------------------------------

machine() {
  show_file hostname /proc/sys/kernel/hostname
  ask uname uname -a
  show_file os-release /etc/os-release
  ask clock date -u +%Y-%m-%dT%H:%M:%SZ
  show_file uptime /proc/uptime
  show_file boot-id /proc/sys/kernel/random/boot_id
  ask rights id -u
  container
  model
  boot_words
  show_file meminfo /proc/meminfo
  limits
  processes
  ask disks df -Pk
  ask_daemon clock-synchronized timedatectl show --property=NTPSynchronized
  show_file nvidia-driver /proc/driver/nvidia/version
  ask docker-version docker --version
  ask podman-version podman --version
}

# Of all processes the markers of relayed paths, whose rules are the fabric's own, and of engines that serve the name alone:
# their command lines may hold keys.
processes() {
  fetch processes ps -e -o pid,args || return 0
  answer=$(printf '%s\n' "$answer" | fabric_processes)
  report processes "ps -e -o pid,args | grep -E 'marker|engines'"
}

fabric_processes() {
  while read -r process_id process_args; do
    case $process_args in
    *' --device '*=0x88b* | *' --device '*65535*) printf '%s %s\n' "$process_id" "$process_args" ;;
    *sglang.launch_server* | *'sglang serve'*) printf '%s sglang.launch_server\n' "$process_id" ;;
    *'vllm serve'* | *vllm.entrypoints*) printf '%s vllm serve\n' "$process_id" ;;
    *trtllm-serve*) printf '%s trtllm-serve\n' "$process_id" ;;
    esac
  done
}

container() {
  open_section container 'ls /.dockerenv /run/.containerenv'
  presence /.dockerenv
  presence /run/.containerenv
  close_section container 0
}

model() {
  open_section dmi 'grep -H . /sys/class/dmi/id/{sys_vendor,product_name,board_name,bios_version}'
  attributes /sys/class/dmi/id sys_vendor product_name board_name bios_version
  close_section dmi 0
}

# Of the kernel's command line only the words that change memory, PCI and IOMMU behaviour.
boot_words() {
  readable cmdline /proc/cmdline || return 0
  open_section cmdline 'cat /proc/cmdline (chosen words)'
  for boot_word in $(print_file /proc/cmdline); do
    case $boot_word in
    kho=* | cma=* | hugepages=* | hugepagesz=* | default_hugepagesz=* | iommu=* | iommu.* | *_iommu=* | pci=* | pcie_*)
      printf '%s\n' "$boot_word"
      ;;
    esac
  done
  close_section cmdline 0
}

limits() {
  open_section memlock 'ulimit -l'
  # shellcheck disable=SC3045 # dash, busybox and bash all know -l
  ulimit -l 2>/dev/null
  close_section memlock 0
  show_file limits /proc/self/limits
  for limits_process in /proc/[0-9]*; do
    limits_command=
    { read -r limits_command <"$limits_process/comm"; } 2>/dev/null
    if [ "$limits_command" = dockerd ]; then
      show_file limits/dockerd "$limits_process/limits"
      return 0
    fi
  done
  missing limits/dockerd dockerd
}

# ---- sections: the network ---------------------------------------------------------------------------------------

network() {
  ask_ip addr addr show
  ask_ip link -s -d link show
  ask_ip route -4 route show table main
  ask_ip route6 -6 route show table main
  ask_ip rule rule show
  ask_ip neigh -4 neigh show
  ask_ip neigh6 -6 neigh show
  netdevs
  network_settings
  show_file snmp /proc/net/snmp
  for network_dev in /sys/class/net/*; do
    # A name that looks like an option is not handed to any tool.
    case ${network_dev##*/} in
    -*) ;;
    *) if [ -e "$network_dev/device" ]; then physical_netdev "${network_dev##*/}"; fi ;;
    esac
  done
  ask tc-j-qdisc tc -j -s qdisc show
  neighbours_by_lldp
  forward_policy
  profiles
}

netdevs() {
  open_section sysfs-net 'grep -H . /sys/class/net/*/* (chosen files)'
  for netdevs_dev in /sys/class/net/*; do
    [ -d "$netdevs_dev" ] || continue
    link_target "$netdevs_dev"
    link_target "$netdevs_dev/device"
    link_target "$netdevs_dev/device/driver"
    link_target "$netdevs_dev/device/subsystem"
    link_target "$netdevs_dev/master"
    attributes "$netdevs_dev" address addr_assign_type mtu operstate carrier carrier_changes speed duplex \
      phys_port_name phys_port_id phys_switch_id dev_port dev_id ifindex iflink type
    if [ -e "$netdevs_dev/wireless" ] || [ -e "$netdevs_dev/phy80211" ]; then
      printf '%s/wireless:yes\n' "$netdevs_dev"
    else
      printf '%s/wireless:no\n' "$netdevs_dev"
    fi
  done
  close_section sysfs-net 0
}

network_settings() {
  open_section sysctl 'grep -H . /proc/sys/net/ipv[46]/conf/*/* (chosen files)'
  attribute /proc/sys/net/ipv4/ip_forward
  for settings_of in /proc/sys/net/ipv4/conf/*; do
    attributes "$settings_of" arp_ignore arp_announce arp_filter rp_filter
  done
  for settings_of in /proc/sys/net/ipv6/conf/*; do
    attributes "$settings_of" disable_ipv6 addr_gen_mode
  done
  close_section sysctl 0
}

physical_netdev() { # name
  ask "ethtool/$1" ethtool "$1"
  ask "ethtool-i/$1" ethtool -i "$1"
  ask_lines hw-tc-offload "ethtool-k/$1" ethtool -k "$1"
  ask "ethtool-a/$1" ethtool -a "$1"
  moving_counters "$1"
  ask "tc-j-filter-ingress/$1" tc -j -s filter show dev "$1" ingress
  ask "tc-j-filter-egress/$1" tc -j -s filter show dev "$1" egress
}

moving_counters() { # name
  ask_lines 'phy:|out_of_buffer:|discards:|dropped:|pause:|rdma_unicast_bytes:' "ethtool-S/$1" ethtool -S "$1"
}

neighbours_by_lldp() {
  ask_daemon lldpctl-json lldpctl -f json
  if [ -d /run/systemd/netif ]; then
    ask_daemon networkctl-lldp networkctl lldp --no-pager --no-legend
  else
    missing networkctl-lldp /run/systemd/netif
  fi
}

# Only where the tables are loaded already: merely asking iptables can load them.
forward_policy() {
  if [ -d /sys/module/nf_tables ] || [ -d /sys/module/iptable_filter ]; then
    ask_daemon iptables-forward iptables -S FORWARD
    ask_daemon iptables-docker iptables -S DOCKER-USER
  else
    missing iptables-forward /sys/module/nf_tables
    missing iptables-docker /sys/module/nf_tables
  fi
}

# Lines that speak of Wi-Fi are dropped: the name of a network is nobody's business here.
profiles() {
  ask_daemon nmcli-device nmcli -f DEVICE,TYPE,STATE device status
  if [ -n "$timeout_tool" ] && fetch nmcli-connection nmcli -f TYPE,DEVICE,AUTOCONNECT,FILENAME,NAME connection show; then
    answer=$(printf '%s\n' "$answer" | without_wifi)
    report nmcli-connection 'nmcli -f TYPE,DEVICE,AUTOCONNECT,FILENAME,NAME connection show | grep -v wifi'
  fi
  for profiles_file in /etc/netplan/*.yaml /run/netplan/*.yaml /lib/netplan/*.yaml; do
    case ${profiles_file##*/} in
    *[!A-Za-z0-9._-]* | '*.yaml') continue ;;
    esac
    readable "netplan/${profiles_file##*/}" "$profiles_file" || continue
    open_section "netplan/${profiles_file##*/}" "cat $profiles_file (chosen lines)"
    print_file "$profiles_file" | netplan_lines
    close_section "netplan/${profiles_file##*/}" 0
  done
}

without_wifi() {
  while IFS= read -r wifi_line; do
    case $wifi_line in
    *wifi* | *wireless* | *802-11*) ;;
    *) printf '%s\n' "$wifi_line" ;;
    esac
  done
}

# Of a netplan file: block names, and the values of the few keys below when they are made of harmless characters.
# Blocks that can hold a secret (Wi-Fi, modems, tunnels, 802.1X, NetworkManager's own settings) are cut out whole.
netplan_lines() {
  cut_indent=-1
  while IFS= read -r plan_line || [ -n "$plan_line" ]; do
    plan_indent=${plan_line%%[! ]*}
    plan_text=${plan_line#"$plan_indent"}
    plan_text=${plan_text%%' #'*}
    case $plan_text in
    '' | '#'*) continue ;;
    esac
    if [ "$cut_indent" -ge 0 ] && [ "${#plan_indent}" -gt "$cut_indent" ]; then
      continue
    fi
    cut_indent=-1
    case $plan_text in
    wifis:* | modems:* | tunnels:* | auth:* | access-points:* | networkmanager:* | openvswitch:* | nameservers:*)
      cut_indent=${#plan_indent}
      printf '%s%s: # cut\n' "$plan_indent" "${plan_text%%:*}"
      ;;
    version:* | renderer:* | addresses:* | mtu:* | dhcp4:* | dhcp6:* | optional:* | link-local:* | macaddress:* | \
      set-name:* | name:* | accept-ra:* | ignore-carrier:* | to:* | via:* | metric:* | '- '*)
      case $plan_text in
      *[!]A-Za-z0-9.:/,\ \"\'\[*_-]*) ;;
      *[Pp][Aa][Ss][Ss]* | *[Pp][Ss][Kk]* | *[Kk][Ee][Yy]* | *[Ss][Ee][Cc][Rr][Ee][Tt]*) ;;
      *) printf '%s%s\n' "$plan_indent" "$plan_text" ;;
      esac
      ;;
    *[!A-Za-z0-9._:-]*) ;;
    *:) printf '%s%s\n' "$plan_indent" "$plan_text" ;;
    esac
  done
}

# ---- sections: RDMA ----------------------------------------------------------------------------------------------

rdma_devices() {
  if [ ! -d /sys/class/infiniband ]; then
    missing sysfs-infiniband /sys/class/infiniband
    return 0
  fi
  show_file uptime/counters /proc/uptime
  open_section sysfs-infiniband 'grep -rH . /sys/class/infiniband/* (chosen files)'
  for rdma_dev in /sys/class/infiniband/*; do
    if [ -d "$rdma_dev" ]; then rdma_device "$rdma_dev"; fi
  done
  close_section sysfs-infiniband 0
  open_section dev-infiniband 'ls /dev/infiniband/*'
  for rdma_node in /dev/infiniband/*; do
    if [ -e "$rdma_node" ]; then printf '%s\n' "$rdma_node"; fi
  done
  close_section dev-infiniband 0
  ask rdma-j-link rdma -j link show
  ask rdma-link rdma link show
  ask rdma-system rdma system show
  ask ibv_devinfo ibv_devinfo
  for rdma_dev in /sys/class/infiniband/*; do
    if [ -d "$rdma_dev/device" ]; then devlink_function "$(cd -P "$rdma_dev/device" && pwd -P)"; fi
  done
}

rdma_device() { # folder
  link_target "$1"
  link_target "$1/device"
  link_target "$1/device/driver"
  link_target "$1/device/subsystem"
  link_target "$1/device/physfn"
  attributes "$1" node_type node_guid sys_image_guid fw_ver hca_type board_id hw_rev parent
  attributes "$1/device" vendor device subsystem_vendor subsystem_device numa_node \
    current_link_speed current_link_width max_link_speed max_link_width
  for device_errors in aer_dev_correctable aer_dev_nonfatal aer_dev_fatal; do
    attribute "$1/device/$device_errors" | errors_seen
  done
  for device_port in "$1"/ports/*; do
    [ -d "$device_port" ] || continue
    attributes "$device_port" state phys_state rate link_layer lid cap_mask
    gids "$device_port"
    for device_counter in "$device_port"/counters/* "$device_port"/hw_counters/*; do
      attribute "$device_counter"
    done
  done
}

# Of the PCIe error counters the totals, and each kind that was seen.
errors_seen() {
  while IFS= read -r errors_line; do
    case $errors_line in
    *TOTAL_* | *[!\ 0] | *[!\ ]0) printf '%s\n' "$errors_line" ;;
    esac
  done
}

# Each GID that is set, with its type and netdev, and how many places the table has.
gids() { # port's folder
  gid_index=0
  while [ -f "$1/gids/$gid_index" ]; do
    gid=
    { read -r gid <"$1/gids/$gid_index"; } 2>/dev/null
    case $gid in
    '' | 0000:0000:0000:0000:0000:0000:0000:0000) ;;
    *)
      printf '%s/gids/%s:%s\n' "$1" "$gid_index" "$gid"
      attributes "$1/gid_attrs" "types/$gid_index" "ndevs/$gid_index"
      ;;
    esac
    gid_index=$((gid_index + 1))
  done
  printf '%s/gids:%s entries\n' "$1" "$gid_index"
}

devlink_function() { # the device's folder in sysfs
  case $1 in
  */????:??:??.?) ;;
  *) return 0 ;;
  esac
  devlink_of=${1##*/}
  ask "devlink-j-eswitch/$devlink_of" devlink -j dev eswitch show "pci/$devlink_of"
  for devlink_name in hairpin_num_queues hairpin_queue_size flow_steering_mode; do
    ask "devlink-j-param/$devlink_of/$devlink_name" devlink -j dev param show "pci/$devlink_of" name "$devlink_name"
  done
}

# ---- sections: NCCL and the engines ------------------------------------------------------------------------------

engines() {
  environment
  nccl_file nccl.conf/etc /etc/nccl.conf
  nccl_file nccl.conf/home "${HOME:-/HOME-is-not-set}/.nccl.conf"
  if [ -n "${NCCL_CONF_FILE:-}" ]; then nccl_file nccl.conf/variable "$NCCL_CONF_FILE"; fi
  ask_lines 'libnccl|libibverbs|libmlx5' ldconfig ldconfig -p
  nccl_libraries system 2 /usr/lib /usr/lib64
  nccl_libraries local 9 /usr/lib/python3 /usr/local /opt
  if [ -n "${HOME:-}" ]; then nccl_libraries home 9 "$HOME"; else missing nccl-libraries/home HOME; fi
}

# Variables of the collective libraries and engines, by prefix; a value whose name sounds like a secret is withheld.
environment() {
  fetch environment env || return 0
  answer=$(printf '%s\n' "$answer" | engine_variables)
  report environment "env | grep -E '^(NCCL|GLOO|SGLANG|VLLM|UCX|B12X|DSV41)_|^TP_SOCKET_IFNAME='"
}

engine_variables() {
  while IFS= read -r variable_line; do
    case ${variable_line%%=*} in
    *KEY* | *TOKEN* | *SECRET* | *PASS* | *CREDENTIAL* | *AUTH*)
      case $variable_line in
      NCCL_* | GLOO_* | SGLANG_* | VLLM_* | UCX_*) printf '%s=(withheld)\n' "${variable_line%%=*}" ;;
      esac
      ;;
    NCCL_* | GLOO_* | SGLANG_* | VLLM_* | UCX_* | B12X_* | DSV41_* | TP_SOCKET_IFNAME)
      printf '%s\n' "$variable_line"
      ;;
    esac
  done
}

nccl_file() { # name, path
  readable "$1" "$2" || return 0
  open_section "$1" "grep ^NCCL_ $2"
  print_file "$2" | engine_variables
  close_section "$1" 0
}

# The libraries' files and pip's version folders; the names tell the versions.
nccl_libraries() { # name, depth, folders
  libraries_name=nccl-libraries/$1
  libraries_depth=$2
  shift 2
  if [ -z "$timeout_tool" ]; then
    missing "$libraries_name" timeout
    return 0
  fi
  if fetch "$libraries_name" find "$@" -xdev -maxdepth "$libraries_depth" \
    '(' -name 'libnccl.so*' -o -name 'nvidia_nccl*.dist-info' ')' -print; then
    # Folders that are absent or closed make find fail; what it could see counts all the same.
    report "$libraries_name" "find $* -xdev -maxdepth $libraries_depth -name 'libnccl.so*' -o -name 'nvidia_nccl*.dist-info'"
  fi
  # A search that took too long says nothing about the next one.
  slow_tools=' '
}

# Only what counts, and what tells whose counters they are: what `kolo watch` asks for again and again. Kolo starts this
# function in place of main.
counters() {
  printf '### kolo-probe/1\n'
  find_timeout
  show_file hostname /proc/sys/kernel/hostname
  show_file boot-id /proc/sys/kernel/random/boot_id
  ask clock date -u +%Y-%m-%dT%H:%M:%SZ
  ask rights id -u
  ask_ip addr addr show
  ask_ip route -4 route show table main
  ask_ip neigh -4 neigh show
  ask_ip neigh6 -6 neigh show
  netdevs
  show_file uptime /proc/uptime
  ask_ip link -s -d link show
  for counters_dev in /sys/class/net/*; do
    case ${counters_dev##*/} in
    -*) ;;
    *) if [ -e "$counters_dev/device" ]; then counted_netdev "${counters_dev##*/}"; fi ;;
    esac
  done
  rdma_devices
  printf '### done kolo-probe/1\n'
}

counted_netdev() { # name
  moving_counters "$1"
  ask "tc-j-filter-ingress/$1" tc -j -s filter show dev "$1" ingress
}

main() {
  printf '### kolo-probe/1\n'
  find_timeout
  machine
  network
  rdma_devices
  engines
  printf '### done kolo-probe/1\n'
}

main </dev/null
