package dev.kolo.probe.redact;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Words of the formats that readers know. A host may be called "ring" or "net"; where such a name were replaced wherever the
 * word stands, the text could not be read any more. So it is replaced only where nothing but a host's name can stand, and
 * the summary says so.
 */
final class FormatWords {
    private static final Set<String> ALL = Set.copyOf(List.of("""
            aarch abort absent accept access ack action actions active add addr address addresses addrgenmode
            adp advertised aer after algo alias all allocate altname amp an and anything append appendix archive
            are arm armed arp arpa as assign assigned async at attempt attn attrs autoconnect average awk base
            bash be before bf binary blackhole blank blocks bnxt board body bond bonds boolean boot bootstrap
            both br bridge bridges broadcast buffer bus busid but bw by bytes bzh bzip ca cable cables cabling
            cache cali call called came cannot cap capability capture carrier case cat cd chain changes channel
            channels characters charat chassis chassisid class client cliques clock cluster cma cmd cmdline
            cmode cni cnp cnps collnet colon comm command commands commit complete con conf config configuration
            connect connected connection connectivity container containerenv contains continue control could
            counter counters counts cp cpu cqe cu cuda cudadev curl current cut cx data database date dbus dcp
            debug default defer delay denied desc descr described description desktop destroy detected dev
            device devices devinfo devlink dhcp differ different direction directmap disabled discards dist
            dmesg dmi docker dockerd dockerenv document done dormant down downed dp driver drop dropped drops
            dst dsv dummy duplex duplicate dynamic each early echo ecn ef egress elf else empty en encapsulated
            encodings end engine enum env environ environment ep err error errors eswitch etc eth ether ethernet
            ethernets ethtool example exceeded exclusive exec expansion export fabric facts failed false family
            fault fd fe features fec felf figure file filename filter find firewall firmware first flags flannel
            folder for forever form format forward forwarding forwdatagrams found fourth free from fw gateway
            gdr general geneve get gid gids gif glm gloo gpu graph gre grep gretap group growth gt guid gz gzip
            handle handled hardware has hca head heading here hns holds home hostconfig hostname hostnamectl
            hosts htype hugepages hw hwaddr ib ibdev ibstat ibstatus ibv icmp icrc id if ifb ifconfig ifindex
            iflink ifname image implied in incomplete index indexof inet infiniband info ingress init
            insidecontainer inspect instead int interface internal interrupts into inventory ip ipcmode iperf
            ipip iproute ips iptables ipv ipvlan irdma is isdump isempty ishostlike ispresent it its job
            journalctl jpeg json kb kernel key keys kind known kolo lab lan lane laptop lat latency layer lc
            ldconfig le leader left length level lft libibverbs libmlx libnccl libraries library lid life
            lifespan limits line lines link linkinfo linkup linux list listenerrouting lladdr lldp lldpcli
            lldpctl lmc lnkcap lnksta lo local localdomain locked log logs longer loop loopback lower
            lowerlayerdown ls lsmod lspci lt lxc mac macaddress machines macvlan macvtap management marked mask
            master match max mb mca md member meminfo memlock memory metric mgmt mirred mirror missing mlnx mlx
            mlxconfig mlxlink mn mnnvl mode model modinfo more mpi mpirun mr mst mtu multicast nak name named
            names nano nccl ndev ndevs neigh neighbor neighbors neighbour net netdev netdevs netmask netns
            netplan netstat network networkctl networkmode next nft nhid nic nlmon nmcli no nodes none not note
            notes nothing notpresent np nranks nsenter nthreads null numa numactl number numtxqueues nvidia nvls
            nvmldev of off office offload offset ompi on one only oob opencl operstate oppscbuv option optional
            options or order os out output overriding packet packets page pair param parameters parent parentdev
            part pass paste path pattern pause pc pci pdf peer peration perftest permanent permitted phase phy
            phys physfn physical picture pid ping pipe pk pkt pkts plane planned please png podman policy
            polling port portdescr portid portname ports ppc pref prefixlen prefsrc present pretty primary print
            printenv prio priority private privileged probe proc process prod program prohibit promiscuity
            prompt properties proto protocol proxy put pxn py python qdisc qedr qos qsfp question queue quot ra
            random rank rate ray rc rcv rdma re reachable read reader reading readonly reads received redirect
            refcnt references reg reject release remote rename renderer report req request resp rest restart
            result results retrans retries retry return rev right ring rings riscv rnr roce rom root round route
            routes rp rtt rule run running rx rxe scan scope script sec second secondary section sed self send
            sent seq sequence server service set setting settings setup sglang sh sha shared shell shmsize show
            shown sit siw skipped sleep slow sm smi snmp so socket software source sp speed sqlite src ssh stage
            stale start startswith stat state stated static statistics stats stderr step stolen stopped string
            strings strip substring subsystem sudo summary supports switch symbol sys sysctl sysfs sysname
            systemctl table tail tailscale tap target tc tcp team test testing text tf than that the them they
            third this threads throw time timeout timestamp to tool topology torch torchrun tostring total tp
            transmitted transport tree trees true tun two tx txt type typed types ucx udp uid ulimit uname under
            unicast unknown unlimited unnamed unreachable unreadable unspec up update uptime usage usb use used
            user using utf utility uuid val valid value values variables vcan ver version versions veth vf vi
            via vim virbr virtual vlan vlans vllm volume vrf vxlan wait warn warning was watch weights were wg
            what which while who width wifi wired wireguard wireless with wl wlan word words worker workers
            workstation write ws wwan xmit xz yaml yes yml zip zstd zt zutc zxz
            """.split("\\s+")));

    /** Stems that number machines in every second cluster: with a number behind them they are names. */
    private static final Set<String> HOST_STEMS =
            Set.of("server", "client", "worker", "workstation", "pc", "ws", "r", "s");

    private FormatWords() {}

    /** True for a word of some format, for one with a number behind it (port1), and for what is too short to be told apart. */
    static boolean contains(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        int end = lower.length();
        while (end > 0 && !isLetter(lower.charAt(end - 1))) {
            end--;
        }
        String stem = lower.substring(0, end);
        if (stem.isEmpty() || lower.length() < 2) {
            return true;
        }
        boolean numbered = end < lower.length();
        return numbered ? ALL.contains(stem) && !HOST_STEMS.contains(stem) : stem.length() < 3 || ALL.contains(stem);
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 128;
    }
}
