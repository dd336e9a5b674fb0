package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One format after the other, as its program prints it. */
class PastedFormatsTest {
    private static NodeFacts only(ReadResult result) {
        assertThat(result.problems()).isEmpty();
        assertThat(result.inventory().hosts()).hasSize(1);
        return result.inventory().hosts().get(0);
    }

    private static NodeFacts read(String text) {
        return only(Texts.read(text));
    }

    private static List<String> settings(NodeFacts host) {
        return host.settings().stream()
                .map(s -> s.name() + "=" + s.value() + " " + s.source())
                .toList();
    }

    @Test
    void ipAddrWithDhcpVirtualAndUnaddressedNetdevs() {
        NodeFacts host = read("""
                1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
                    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
                    inet 127.0.0.1/8 scope host lo
                       valid_lft forever preferred_lft forever
                2: enP7s7: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
                    link/ether 4c:bb:47:11:22:33 brd ff:ff:ff:ff:ff:ff
                    inet 192.168.50.11/24 brd 192.168.50.255 scope global dynamic noprefixroute enP7s7
                       valid_lft 85000sec preferred_lft 85000sec
                3: enp1s0f0np0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 9000 qdisc mq state DOWN group default qlen 1000
                    link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff
                    altname enp1s0f0
                4: veth1@if5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default qlen 1000
                    link/ether 02:42:5c:00:00:01 brd ff:ff:ff:ff:ff:ff link-netnsid 0
                """);
        Netdev management = host.netdev("enP7s7").orElseThrow();
        Netdev fabric = host.netdev("enp1s0f0np0").orElseThrow();

        assertThat(management.addresses()).extracting(NetAddress::dynamic).containsExactly(java.util.Optional.of(true));
        assertThat(fabric.state()).isEqualTo(LinkState.DOWN);
        assertThat(fabric.carrier()).contains(false);
        assertThat(fabric.adminUp()).contains(true);
        assertThat(fabric.addresses()).isEmpty();
        assertThat(fabric.addressesObserved()).isTrue();
        assertThat(host.netdev("veth1")).isPresent();
        assertThat(host.hasObserved(Topic.ADDRESSES)).isTrue();
    }

    @Test
    void ipAddrCutInTheMiddleSaysNothingOfWhatIsMissing() {
        NodeFacts host = read("""
                1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
                    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
                    inet 127.0.0.1/8 scope host lo
                       valid_lft forever preferred_lft forever
                2: enp1s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
                    link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff
                    inet 10.10.0.10/24 brd 10.10.0.255 sco""");

        assertThat(host.netdev("lo").orElseThrow().addressesObserved()).isTrue();
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().addressesObserved()).isFalse();
        assertThat(host.observed()).containsEntry(Topic.ADDRESSES, Observation.PARTIAL);
    }

    @Test
    void ipLinkSaysNothingOfAddresses() {
        NodeFacts host = read("""
                2: enp1s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
                    link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978 portname p0 parentbus pci parentdev 0000:01:00.0
                    RX:  bytes packets errors dropped  missed   mcast
                          1000      10      1       2       0       0
                    TX:  bytes packets errors dropped carrier collsns
                          2000      20      3       4       0       0
                5: br0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000
                    link/ether 02:42:5c:00:00:01 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
                    bridge forward_delay 1500 hello_time 200 addrgenmode eui64
                """);
        Netdev netdev = host.netdev("enp1s0f0np0").orElseThrow();

        assertThat(netdev.addressesObserved()).isFalse();
        assertThat(netdev.pci().map(Object::toString)).contains("0000:01:00.0");
        assertThat(netdev.portNumber()).hasValue(0);
        assertThat(netdev.statistics().orElseThrow().txBytes()).isEqualTo(2000);
        assertThat(netdev.statistics().orElseThrow().rxDropped()).isEqualTo(2);
        assertThat(host.netdev("br0").orElseThrow().kind()).contains("bridge");
        assertThat(host.observed()).containsOnlyKeys(Topic.LINKS);
    }

    @Test
    void forumsTakeTheIndentationAway() {
        NodeFacts host = read("""
                2: enp1s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
                link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff
                inet 10.10.0.10/24 brd 10.10.0.255 scope global enp1s0f0np0
                valid_lft forever preferred_lft forever
                inet6 fe80::4ebb:47ff:fe00:0/64 scope link
                valid_lft forever preferred_lft forever
                enp1s0f1np1: flags=4163<UP,BROADCAST,RUNNING,MULTICAST> mtu 9000
                inet 10.10.3.11 netmask 255.255.255.0 broadcast 10.10.3.255
                ether 4c:bb:47:00:01:00 txqueuelen 1000 (Ethernet)
                hca_id: rocep1s0f0
                node_guid: fc4c:ea03:0000:0030
                port: 1
                state: PORT_ACTIVE (4)
                active_mtu: 4096 (5)
                """);

        assertThat(host.netdev("enp1s0f0np0").orElseThrow().mac()).isPresent();
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().addresses()).hasSize(2);
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().addressesObserved()).isTrue();
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().addresses().toString())
                .isEqualTo("[10.10.3.11/24]");
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().mac()).isPresent();
        assertThat(host.rdmaDevice("rocep1s0f0").orElseThrow().activeMtu()).hasValue(4096);
    }

    @Test
    void prettyJsonAndBriefLinks() {
        NodeFacts host = read("""
                [ {
                        "ifindex": 2,
                        "ifname": "enp1s0f0np0",
                        "flags": [ "BROADCAST","UP","LOWER_UP" ],
                        "mtu": 9000,
                        "addr_info": [ {
                                "family": "inet",
                                "local": "10.10.0.10",
                                "prefixlen": 24
                            } ]
                    },{
                        "ifname": "enp1s0f1np1",
                        "flags": [ "UP" ],
                        "addr_info": [ ]
                    } ]
                enP7s7           UP             4c:bb:47:11:22:33 <BROADCAST,MULTICAST,UP,LOWER_UP>
                """);

        assertThat(host.netdev("enp1s0f0np0").orElseThrow().addresses().toString())
                .isEqualTo("[10.10.0.10/24]");
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().evidence().line()).isEqualTo(1);
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().addressesObserved()).isTrue();
        assertThat(host.netdev("enP7s7").orElseThrow().mac()).isPresent();
        assertThat(host.netdev("enP7s7").orElseThrow().addressesObserved()).isFalse();
        assertThat(host.observed()).containsEntry(Topic.ADDRESSES, Observation.PARTIAL);
    }

    @Test
    void addressesInPeoplesOwnLists() {
        ReadResult result = Texts.read("""
                Spark 1: enp1s0f0np0 = 10.10.0.10/24
                1 spark2 enp1s0f1np1 10.10.0.11/24 spark3 enp1s0f0np0 10.10.1.10/24
                | 2 | spark3 enp1s0f1np1 10.10.2.10/24 | spark4 enp1s0f0np0 10.10.2.11/24 |
                the subnet 10.10.0.0/24 is used twice
                subnet1 10.10.0.0/24
                """);

        assertThat(result.inventory().hosts())
                .extracting(h -> h.host() + " "
                        + h.netdevs().stream()
                                .map(n -> n.name() + n.addresses())
                                .toList())
                .containsExactly(
                        "Spark 1 [enp1s0f0np0[10.10.0.10/24]]",
                        "spark2 [enp1s0f1np1[10.10.0.11/24]]",
                        "spark3 [enp1s0f0np0[10.10.1.10/24], enp1s0f1np1[10.10.2.10/24]]",
                        "spark4 [enp1s0f0np0[10.10.2.11/24]]");
    }

    @Test
    void linesThatGrepLeftOver() {
        NodeFacts host = read("""
                    inet 10.10.0.10/24 brd 10.10.0.255 scope global enp1s0f0np0
                3: enp1s0f1np1    inet 10.10.3.11/24 brd 10.10.3.255 scope global enp1s0f1np1\\       valid_lft forever
                """);

        assertThat(host.netdevs())
                .extracting(n -> n.name() + n.addresses())
                .containsExactly("enp1s0f0np0[10.10.0.10/24]", "enp1s0f1np1[10.10.3.11/24]");
        assertThat(host.netdevs()).noneMatch(Netdev::addressesObserved);
    }

    @Test
    void routesOfAllKindsButNotTheAnswerAboutOnePacket() {
        NodeFacts host = read("""
                default via 192.168.50.1 dev enP7s7 proto dhcp src 192.168.50.11 metric 100
                10.10.0.0/24 dev enp1s0f0np0 proto kernel scope link src 10.10.0.10
                10.10.2.10 dev enp1s0f0np0 proto 82 scope link src 10.10.0.10
                unreachable 10.99.0.0/16 dev lo
                10.10.2.11 via 10.10.0.11 dev enp1s0f0np0 src 10.10.0.10 uid 1000
                """);

        assertThat(host.routes())
                .extracting(Route::destination)
                .containsExactly("default", "10.10.0.0/24", "10.10.2.10", "10.99.0.0/16");
        assertThat(host.routes().get(0).metric()).hasValue(100);
        assertThat(host.routes().get(2).protocol()).contains("82");
    }

    @Test
    void routesInJsonWithoutDevAndWithFrom() {
        NodeFacts host = read("""
                [{"dst":"10.10.2.0/24","protocol":"kernel","scope":"link","from":"10.10.2.11","flags":[]},
                 {"dst":"default","gateway":"192.168.50.1","dev":"enP7s7","protocol":"dhcp","metric":100,"flags":[]}]
                """);

        assertThat(host.routes()).hasSize(2);
        assertThat(host.routes().get(0).netdev()).isEmpty();
        assertThat(host.routes().get(0).source().map(Object::toString)).contains("10.10.2.11");
        assertThat(host.routes().get(1).evidence().line()).isEqualTo(2);
    }

    @Test
    void arpTables() {
        NodeFacts host = read("""
                ? (10.10.0.11) at 4c:bb:47:01:01:00 [ether] on enp1s0f0np0
                10.10.3.10               ether   4c:bb:47:03:00:00   C                     enp1s0f1np1
                """);

        assertThat(host.neighbours())
                .extracting(n -> n.netdev() + " " + n.mac().orElseThrow())
                .containsExactly("enp1s0f0np0 4c:bb:47:01:01:00", "enp1s0f1np1 4c:bb:47:03:00:00");
    }

    @Test
    void ifconfig() {
        NodeFacts host = read("""
                enp1s0f0np0: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 9000
                        inet 10.10.2.10  netmask 255.255.255.252  broadcast 10.10.2.11
                        inet6 fe80::4ebb:47ff:fe02:0  prefixlen 64  scopeid 0x20<link>
                        ether 4c:bb:47:02:00:00  txqueuelen 1000  (Ethernet)
                        RX packets 10  bytes 800 (800.0 B)
                        RX errors 0  dropped 1  overruns 0  frame 0
                        TX packets 12  bytes 900 (900.0 B)
                        TX errors 0  dropped 0 overruns 0  carrier 0  collisions 0

                enp1s0f1np1: flags=4099<UP,BROADCAST,MULTICAST>  mtu 1500
                        ether 4c:bb:47:02:01:00  txqueuelen 1000  (Ethernet)
                """);
        Netdev first = host.netdevs().get(0);

        assertThat(first.addresses().toString()).isEqualTo("[10.10.2.10/30, fe80::4ebb:47ff:fe02:0/64]");
        assertThat(first.mtu()).hasValue(9000);
        assertThat(first.statistics().orElseThrow().rxDropped()).isEqualTo(1);
        assertThat(first.addressesObserved()).isTrue();
        assertThat(host.netdevs().get(1).state()).isEqualTo(LinkState.DOWN);
    }

    @Test
    void showGidsWithAndWithoutIpv4Column() {
        NodeFacts host = read("""
                DEV	PORT	INDEX	GID					IPv4  		VER	DEV
                ---	----	-----	---					------------  	---	---
                rocep1s0f0	1	0	fe80:0000:0000:0000:4ebb:47ff:fe00:0000			v1	enp1s0f0np0
                rocep1s0f0	1	1	fe80:0000:0000:0000:4ebb:47ff:fe00:0000			v2	enp1s0f0np0
                rocep1s0f0	1	3	0000:0000:0000:0000:0000:ffff:0a0a:000a	10.10.0.10  	v2	enp1s0f0np0
                n_gids_found=3
                """);
        RdmaDevice device = host.rdmaDevice("rocep1s0f0").orElseThrow();

        assertThat(device.gids()).extracting(GidEntry::index).containsExactly(0, 1, 3);
        assertThat(device.gids().get(2).isIpv4RoceV2()).isTrue();
        assertThat(device.gids()).extracting(GidEntry::netdev).containsOnly(java.util.Optional.of("enp1s0f0np0"));
        assertThat(device.gidsObserved()).isTrue();
        assertThat(host.hasObserved(Topic.GIDS)).isTrue();
    }

    @Test
    void halfATableOfGidsIsNotAWholeOne() {
        NodeFacts host = read("rocep1s0f0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a0a:000a\t10.10.0.10\tv2\tenp1s0f0np0");

        assertThat(host.rdmaDevices().get(0).gidsObserved()).isFalse();
        assertThat(host.observed()).containsEntry(Topic.GIDS, Observation.PARTIAL);
    }

    @Test
    void ibvDevinfoVerbose() {
        NodeFacts host = read("""
                hca_id:	rocep1s0f0
                	transport:			InfiniBand (0)
                	fw_ver:				28.45.4028
                	node_guid:			fc4c:ea03:0000:0030
                	sys_image_guid:			fc4c:ea03:0000:0030
                	phys_port_cnt:			1
                	max_mr_size:			0xffffffffffffffff
                	device_cap_flags:		0x21361c36
                					BAD_PKEY_CNTR
                					XRC
                		port:	1
                			state:			PORT_ACTIVE (4)
                			max_mtu:		4096 (5)
                			active_mtu:		1024 (3)
                			link_layer:		Ethernet
                			phys_state:		LINK_UP (5)
                			GID[  0]:		fe80::4ebb:47ff:fe00:0, RoCE v1
                			GID[  3]:		::ffff:10.10.0.10, RoCE v2

                hca_id:	rocep1s0f1
                	fw_ver:				28.45.4028
                		port:	1
                			state:			PORT_DOWN (1)
                """);
        RdmaDevice device = host.rdmaDevice("rocep1s0f0").orElseThrow();

        assertThat(device.activeMtu()).hasValue(1024);
        assertThat(device.firmware()).contains("28.45.4028");
        assertThat(device.gids())
                .extracting(GidEntry::type)
                .containsExactly(GidEntry.Type.ROCE_V1, GidEntry.Type.ROCE_V2);
        assertThat(device.gidsObserved()).isTrue();
        assertThat(host.rdmaDevice("rocep1s0f1").orElseThrow().state()).isEqualTo(RdmaDevice.State.DOWN);
    }

    @Test
    void rdmaToolOldAndNew() {
        NodeFacts host = read("""
                1/1: rocep1s0f0/1: state ACTIVE physical_state LINK_UP netdev enp1s0f0np0 netdev_index 4
                link rocep1s0f1/1 state DOWN physical_state DISABLED netdev enp1s0f1np1
                0: rocep1s0f0: node_type ca fw 28.45.4028 node_guid fc4c:ea03:0000:0030 sys_image_guid fc4c:ea03:0000:0030
                netns exclusive copy-on-fork on
                """);

        assertThat(host.rdmaDevice("rocep1s0f0").orElseThrow().netdev()).contains("enp1s0f0np0");
        assertThat(host.rdmaDevice("rocep1s0f0").orElseThrow().firmware()).contains("28.45.4028");
        assertThat(host.rdmaDevice("rocep1s0f1").orElseThrow().physicalState()).contains("Disabled");
        assertThat(host.system().rdmaNamespaceMode()).contains("exclusive");
    }

    @Test
    void ibstatusAndIbdev2netdev() {
        NodeFacts host = read("""
                Infiniband device 'rocep1s0f0' port 1 status:
                	default gid:	 fe80:0000:0000:0000:4ebb:47ff:fe00:0000
                	base lid:	 0x0
                	sm lid:		 0x0
                	state:		 4: ACTIVE
                	phys state:	 5: LinkUp
                	rate:		 200 Gb/sec (4X HDR)
                	link_layer:	 Ethernet

                0000:01:00.0 rocep1s0f0 (MT4129 - NA) ConnectX-7 fw 28.45.4028 port 1 (ACTIVE) ==> enp1s0f0np0 (Up)
                rocep1s0f1 port 1 ==> enp1s0f1np1 (Down)
                """);
        RdmaDevice device = host.rdmaDevice("rocep1s0f0").orElseThrow();

        assertThat(device.rateGbps()).hasValue(200);
        assertThat(device.pci().map(Object::toString)).contains("0000:01:00.0");
        assertThat(device.netdev()).contains("enp1s0f0np0");
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().state()).isEqualTo(LinkState.DOWN);
    }

    @Test
    void sysfsInAllItsShapes() {
        NodeFacts host = read("""
                /sys/class/infiniband/rocep1s0f0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/infiniband/rocep1s0f0
                /sys/class/infiniband/rocep1s0f0/device -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0
                /sys/class/infiniband/rocep1s0f0/device/driver -> /sys/bus/pci/drivers/mlx5_core
                /sys/class/infiniband/rocep1s0f0/ports/1/gids/3:0000:0000:0000:0000:0000:ffff:0a0a:000a
                /sys/class/infiniband/rocep1s0f0/ports/1/gid_attrs/types/3:RoCE v2
                /sys/class/infiniband/rocep1s0f0/ports/1/gid_attrs/ndevs/3:enp1s0f0np0
                /sys/class/infiniband/rocep1s0f0/ports/1/hw_counters/out_of_sequence:17
                /sys/class/infiniband/rocep1s0f0/ports/1/state: 4: ACTIVE
                /sys/class/infiniband/roceP2p1s0f0: 4: ACTIVE 200 Gb/sec (4X HDR)
                mlx5_1/ports/1/rate: 100 Gb/sec (4X EDR)
                /sys/class/net/enp1s0f0np0/phys_port_name:p0
                /sys/class/net/wlP9s9/wireless:yes
                enp1s0f1np1 mtu=9000 operstate=down carrier=0 speed=-1
                """);
        RdmaDevice device = host.rdmaDevice("rocep1s0f0").orElseThrow();

        assertThat(device.pci().map(Object::toString)).contains("0000:01:00.0");
        assertThat(device.pciRoot()).contains("pci0000:00");
        assertThat(device.driver()).contains("mlx5_core");
        assertThat(device.gids().get(0).type()).isEqualTo(GidEntry.Type.ROCE_V2);
        assertThat(device.netdev()).contains("enp1s0f0np0");
        assertThat(device.counters()).containsEntry("out_of_sequence", 17L);
        assertThat(device.gidsObserved()).isFalse();
        assertThat(host.rdmaDevice("roceP2p1s0f0").orElseThrow().rateGbps()).hasValue(200);
        assertThat(host.rdmaDevice("mlx5_1").orElseThrow().rateGbps()).hasValue(100);
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().portNumber()).hasValue(0);
        assertThat(host.netdev("wlP9s9").orElseThrow().kind()).contains("wireless");
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().state()).isEqualTo(LinkState.DOWN);
    }

    @Test
    void ethtoolNamesItsNetdevInTheTextOrInTheCommand() {
        NodeFacts host = read("""
                $ ethtool enp1s0f0np0
                Settings for enp1s0f0np0:
                	Supported link modes:   200000baseCR4/Full
                	                        100000baseCR4/Full
                	Speed: 200000Mb/s
                	Link detected: yes
                $ ethtool -i enp1s0f0np0
                driver: mlx5_core
                version: 6.17.0
                firmware-version: 28.45.4028 (NVD0000000054)
                bus-info: 0000:01:00.0
                $ ethtool -k enp1s0f0np0 | grep tc
                hw-tc-offload: on
                $ ethtool -S enp1s0f0np0 | grep out_of
                     rx_out_of_buffer: 259612
                $ ethtool -a enp1s0f0np0
                Pause parameters for enp1s0f0np0:
                Autonegotiate:	off
                RX:		on
                """);
        Netdev netdev = host.netdev("enp1s0f0np0").orElseThrow();

        assertThat(host.netdevs()).hasSize(1);
        assertThat(netdev.speedMbps()).hasValue(200_000);
        assertThat(netdev.carrier()).contains(true);
        assertThat(netdev.driver()).contains("mlx5_core");
        assertThat(netdev.pci().map(Object::toString)).contains("0000:01:00.0");
        assertThat(netdev.features())
                .containsEntry("hw-tc-offload", "on")
                .containsEntry("stat.rx_out_of_buffer", "259612")
                .containsEntry("pause.rx", "on");
    }

    @Test
    void propertiesOfPciFunctionsReachTheirDevices() {
        NodeFacts host = read("""
                pci/0000:01:00.0:
                  name hairpin_queue_size type driver-specific
                    values:
                      cmode driverinit value 1024
                pci/0000:01:00.0: mode legacy inline-mode none encap-mode basic
                {"param":{"pci/0000:01:00.0":[{"name":"flow_steering_mode","type":"driver-specific","values":[{"cmode":"runtime","value":"hmfs"}]}]}}
                {"dev":{"pci/0000:01:00.1":{"mode":"switchdev","inline-mode":"none","encap-mode":"basic"}}}
                0000:01:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
                	LnkCap:	Port #0, Speed 32GT/s, Width x16, ASPM not supported
                	LnkSta:	Speed 32GT/s, Width x4 (downgraded)
                	Kernel driver in use: mlx5_core
                0000:01:00.0 rocep1s0f0 (MT4129 - NA) ConnectX-7 fw 28.45.4028 port 1 (ACTIVE) ==> enp1s0f0np0 (Up)
                """);
        RdmaDevice device = host.rdmaDevice("rocep1s0f0").orElseThrow();

        assertThat(device.parameters())
                .containsEntry("hairpin_queue_size", "1024")
                .containsEntry("flow_steering_mode", "hmfs")
                .containsEntry("eswitch", "legacy")
                .containsEntry("pci.current_link_width", "4")
                .containsEntry("pci.max_link_width", "16");
        assertThat(device.driver()).contains("mlx5_core");
        assertThat(host.hasSeen(Topic.DEVLINK)).isTrue();
    }

    @Test
    void networkManagerTables() {
        NodeFacts host = read("""
                DEVICE         TYPE      STATE                   CONNECTION
                enP7s7         ethernet  connected               Wired connection 1
                wlP9s9         wifi      disconnected            --
                NAME                UUID                                  TYPE      DEVICE       FILENAME
                netplan-enp1s0f0np0 0a2b6d1d-5c2e-3c3c-8b57-5c2e1f5e7ab0  ethernet  enp1s0f0np0  /run/NetworkManager/system-connections/netplan-enp1s0f0np0.nmconnection
                GENERAL.DEVICE:                         enp1s0f1np1
                GENERAL.HWADDR:                         4C:BB:47:00:01:00
                GENERAL.MTU:                            9000
                IP4.ADDRESS[1]:                         10.10.3.11/24
                """);

        assertThat(host.netdev("enP7s7").orElseThrow().features())
                .containsEntry("nmcli.connection", "Wired connection 1");
        assertThat(host.netdev("wlP9s9").orElseThrow().kind()).contains("wireless");
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().features().get("nmcli.filename"))
                .startsWith("/run/");
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().addresses().toString())
                .isEqualTo("[10.10.3.11/24]");
    }

    @Test
    void netplanInAllItsForms() {
        NodeFacts host = read("""
                network:
                    version: 2
                    ethernets:
                        NM-0a2b:
                            renderer: NetworkManager
                            match:
                                name: "enp1s0f0np0"
                            addresses:
                            - "10.10.0.10/24"
                            - 10.10.9.10/24:
                                label: "enp1s0f0np0:x"
                            link-local: []
                        enp1s0f1np1:
                            addresses: [10.10.3.11/24]
                            mtu: 9000
                """);

        assertThat(host.netdev("enp1s0f0np0").orElseThrow().addresses())
                .allMatch(a -> a.origin() == NetAddress.Origin.CONFIGURED)
                .hasSize(2);
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().features())
                .containsEntry("netplan.link-local", "[]")
                .containsEntry("netplan.renderer", "NetworkManager");
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().mtu()).isEmpty();
        assertThat(host.hasSeen(Topic.ADDRESSES)).isFalse();
    }

    @Test
    void lldpInTables() {
        NodeFacts host = read("""
                $ networkctl lldp
                LINK        CHASSIS-ID        SYSTEM-NAME CAPS        PORT-ID           PORT-DESCRIPTION
                enp1s0f0np0 4c:bb:47:01:00:00 spark2      ...a....... 4c:bb:47:01:01:00 enp1s0f1np1
                """);

        assertThat(host.lldp()).hasSize(1);
        assertThat(host.lldp().get(0).systemName()).contains("spark2");
        assertThat(host.lldp().get(0).portMac().map(Object::toString)).contains("4c:bb:47:01:01:00");
        assertThat(host.lldp().get(0).portName()).contains("enp1s0f1np1");
    }

    @Test
    void environmentsAndWhereTheyComeFrom() {
        NodeFacts host = read("""
                $ cat /etc/nccl.conf
                NCCL_IB_USE_INLINE=1
                $ env
                PATH=/usr/bin
                NCCL_DEBUG=INFO
                $ docker exec vllm env
                NCCL_IB_HCA==rocep1s0f0
                $ ls
                export NCCL_ALGO=Ring
                docker run --gpus all \\
                  -e GLOO_SOCKET_IFNAME=enP7s7 -e NCCL_DEBUG=WARN \\
                      - "NCCL_NET=IB"
                      VLLM_HOST_IP: 192.168.50.11
                NCCL_IB_HCA=roce is a prefix selector
                with NCCL_CROSS_NIC=0 it hangs
                """);

        assertThat(settings(host))
                .containsExactly(
                        "NCCL_IB_USE_INLINE=1 FILE",
                        "NCCL_DEBUG=INFO SHELL",
                        "NCCL_IB_HCA==rocep1s0f0 PROCESS",
                        "NCCL_ALGO=Ring PLANNED",
                        "GLOO_SOCKET_IFNAME=enP7s7 PLANNED",
                        "NCCL_DEBUG=WARN PLANNED",
                        "NCCL_NET=IB PLANNED",
                        "VLLM_HOST_IP=192.168.50.11 PLANNED");
    }

    @Test
    void dockerInspect() {
        NodeFacts host = read("""
                [
                    {
                        "Name": "/vllm",
                        "Config": {
                            "Env": [
                                "NCCL_IB_HCA==rocep1s0f0",
                                "PATH=/usr/bin"
                            ]
                        },
                        "HostConfig": {"NetworkMode": "host"}
                    }
                ]
                """);

        assertThat(host.settings()).extracting(Setting::name).containsExactly("NCCL_IB_HCA", "container.NetworkMode");
        assertThat(host.settings().get(0).evidence().line()).isEqualTo(6);
        assertThat(host.settings()).allMatch(s -> s.source() == Setting.Source.PROCESS);
    }

    @Test
    void firewallChains() {
        assertThat(settings(read("-P FORWARD DROP\n-A FORWARD -j DOCKER-USER\n")))
                .containsExactly(
                        "firewall.FORWARD.policy=DROP KERNEL",
                        "firewall.FORWARD.rule=-A FORWARD -j DOCKER-USER KERNEL");
        assertThat(settings(
                        read("Chain FORWARD (policy ACCEPT)\ntarget     prot opt source               destination\n")))
                .containsExactly("firewall.FORWARD.policy=ACCEPT KERNEL");
    }

    @Test
    void bandwidthThatWasMeasured() {
        NodeFacts host = read("""
                ---------------------------------------------------------------------------------------
                                    RDMA_Write BW Test
                 Dual-port       : OFF		Device         : rocep1s0f0
                 Mtu             : 4096[B]
                ---------------------------------------------------------------------------------------
                 #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
                 32768      5000             1600.00            1500.00		     0.026511
                 65536      5000             1650.00            1600.00		     0.026511
                ---------------------------------------------------------------------------------------
                """);

        assertThat(host.remarks())
                .extracting(Remark::kind, Remark::value)
                .map(Object::toString)
                .containsExactly("(MEASURED_GBPS, \"rocep1s0f0 13.42\")");
    }

    @Test
    void bandwidthOfSmallMessagesTellsNothingOfTheLink() {
        ReadResult result = Texts.read("""
                                    RDMA_Write BW Test
                 Dual-port       : OFF		Device         : rocep1s0f0
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
                 8          5000             0.20               0.19		     2.9
                 4096       5000             21.10              20.50		     0.6
                """);

        assertThat(result.understood()).isNotEmpty();
        assertThat(result.inventory().hosts()).isEmpty();
    }

    @Test
    void pingsWithTheirSizeAndLoss() {
        NodeFacts host = read("""
                PING 10.10.0.11 (10.10.0.11) from 10.10.0.10 enp1s0f0np0: 8972(9000) bytes of data.

                --- 10.10.0.11 ping statistics ---
                3 packets transmitted, 0 received, 100% packet loss, time 2030ms

                PING 10.10.0.11 (10.10.0.11) 1400(1428) bytes of data.
                1408 bytes from 10.10.0.11: icmp_seq=1 ttl=64 time=0.111 ms
                --- 10.10.0.11 ping statistics ---
                1 packets transmitted, 1 received, 0% packet loss, time 0ms
                PING 10.10.3.10 (10.10.3.10) 8972(9000) bytes of data.
                ping: local error: message too long, mtu=1500
                --- 10.10.3.10 ping statistics ---
                2 packets transmitted, 0 received, +2 errors, 100% packet loss, time 1010ms
                """);

        assertThat(host.remarks())
                .extracting(Remark::kind, Remark::value)
                .map(Object::toString)
                .containsExactly(
                        "(PING, \"10.10.0.11 9000 100\")",
                        "(PING, \"10.10.0.11 1428 0\")",
                        "(PING, \"10.10.3.10 9000 100\")");
    }

    @Test
    void limitsAndMemoryAndKernel() {
        NodeFacts host = read("""
                max locked memory           (kbytes, -l) unlimited
                CmaTotal:       65536 kB
                HugePages_Total:       0
                Linux spark1 6.17.0-1031-nvidia #31-Ubuntu SMP PREEMPT_DYNAMIC aarch64 aarch64 aarch64 GNU/Linux
                Docker version 28.1.1, build 4eba377
                /usr/lib/aarch64-linux-gnu/libnccl.so.2.28.9
                /opt/venv/lib/python3.12/site-packages/nvidia_nccl_cu13-2.30.7.dist-info
                """);

        assertThat(host.host()).isEqualTo("spark1");
        assertThat(host.system().memlockKib()).hasValue(Long.MAX_VALUE);
        assertThat(host.system().memoryKib()).containsEntry("CmaTotal", 65536L);
        assertThat(host.system().architecture()).contains("aarch64");
        assertThat(host.system().containerEngine()).contains("docker 28.1.1");
        assertThat(host.system().libraries().values()).containsExactlyInAnyOrder("2.28.9", "2.30.7");
    }

    @Test
    void cablesInManySpellings() {
        ReadResult result = Texts.read("""
                cable 1: rank0 CX7-0 <-> rank1 CX7-1
                spark1 p0 <-> spark2 p1
                | 3 | Spark 3 Port 0 | Spark 1 Port 1 |
                spark3:p0 -> spark1:p1
                spark1 enp1s0f0np0 <-> spark2 enp1s0f1np1
                alpha port 0 to beta port 1
                one of the cables goes from p0 to p1
                """);

        assertThat(result.inventory().statedCables())
                .extracting(c -> c.a().host() + c.a().port().orElse(-1) + " " + c.b().host()
                        + c.b().port().orElse(-1))
                .containsExactly(
                        "rank00 rank11",
                        "spark10 spark21",
                        "Spark 30 Spark 11",
                        "spark30 spark11",
                        "spark10 spark21",
                        "alpha0 beta1");
    }

    @Test
    void stateOfPortsInWords() {
        NodeFacts host = read("""
                enP2p1s0f0np0: link detected 200G, no IPv4, mtu 1500, GID index 3 all-zero
                enp1s0f1np1: no link
                enp1s0f0np0: up, 10.0.0.1/24
                """);

        assertThat(host.netdev("enP2p1s0f0np0").orElseThrow().speedMbps()).hasValue(200_000);
        assertThat(host.netdev("enp1s0f1np1").orElseThrow().state()).isEqualTo(LinkState.DOWN);
        assertThat(host.netdev("enp1s0f0np0").orElseThrow().addresses()).hasSize(1);
    }
}
