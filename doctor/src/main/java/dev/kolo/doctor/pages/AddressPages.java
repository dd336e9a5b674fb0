package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about addresses. */
final class AddressPages {
    private AddressPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.UNADDRESSED,
                        "A port has a link but no IPv4 address",
                        "The link is up, the addresses were looked at, and there is no IPv4 among them. The second half of each port"
                                + " is often left like that.",
                        "Without IPv4 there is no GID of the kind that NCCL uses. The port carries nothing, though channel plans"
                                + " may name it.",
                        """
                            ip -br -4 addr
                            show_gids                    # no line with an IPv4 for this device
                        """,
                        """
                        Give each link a subnet of its own, both ends in it, MTU 9000, in /etc/netplan:
                            NETDEV: {addresses: [10.41.0.1/24], dhcp4: false, dhcp6: false, mtu: 9000, optional: true}
                            sudo netplan apply
                        """,
                        "Error when a whole cable, or the whole fabric, has no address. Warning when one half of a cable, or the"
                                + " second cable of a pair, stays idle. Info for a port that leads to no host seen here.",
                        "GID index 3 that reads all-zero is the consequence, not the cause. NCCL's device limit (LISTENER_CAP) is a"
                                + " second cause of an idle plane: addresses come first."),
                new Page(
                        Code.DUPLICATE_ADDRESS,
                        "One address on two netdevs",
                        "The same IPv4 address is set, or asked for by a file, on two netdevs of one host or of two hosts.",
                        "Whoever answers ARP first gets the packets. The RoCE connection is made with the wrong netdev, or with none.",
                        """
                            ip -br -4 addr               # on every host; grep -r addresses /etc/netplan
                        """,
                        "Change all but one of them, to a subnet that their own link uses alone.",
                        "Error.",
                        "Container bridges have the same address on every host (172.17.0.1): that is normal."),
                new Page(
                        Code.DUPLICATE_SUBNET,
                        "One subnet on two links",
                        "A subnet is used on more than one cable, or on both halves of a cable, or a file asks for one that"
                                + " another netdev has already.",
                        "The kernel and NCCL choose the link by subnet. With two of them they take either, and the wrong one does not"
                                + " lead to the peer.",
                        """
                            ip -br -4 addr; ip route     # one destination with two netdevs
                        """,
                        "Give each link (each cable and each half) a subnet of its own. The finding proposes free ones.",
                        "Error. Likely when addresses alone show it, since a switch looks the same.",
                        "On a switch one subnet for all hosts of a plane is right. On a pair see TWINS_IN_ONE_SUBNET."),
                new Page(
                        Code.TWINS_IN_ONE_SUBNET,
                        "Two netdevs of one host in one subnet",
                        "Two functions of the same host have addresses in the same subnet.",
                        "Linux answers and routes for that subnet on either of them. Traffic leaves by one half only, or by the wrong"
                                + " cable.",
                        """
                            ip -br -4 addr; ip route get PEER_ADDRESS
                        """,
                        "Move one of them, at both ends of its link, to a subnet of its own.",
                        "Error on rings and paths. Warning on a pair and on a switch, where it works by luck.",
                        "It is the view of one host; DUPLICATE_SUBNET is the view of the whole fabric."),
                new Page(
                        Code.LINK_LOCAL_FABRIC,
                        "Link-local addresses on fabric ports",
                        "A fabric netdev has an address out of 169.254.0.0/16, alone or beside a fixed one.",
                        "Alone: all ports of all hosts are in one subnet, and the addresses change. Beside a fixed one: it takes slots"
                                + " of the GID table, so that indices differ between hosts, and NCCL may pick it.",
                        """
                            ip -br -4 addr | grep 169.254
                            show_gids
                        """,
                        """
                        In netplan, for the fabric netdevs:
                            link-local: []
                            sudo netplan apply
                        """,
                        "Warning on a pair and beside a fixed address. Error on three or more hosts that have nothing else.",
                        "IPv6 link-local addresses (fe80::) are normal and useful: they show cables."),
                new Page(
                        Code.MANAGEMENT_IN_FABRIC_SUBNET,
                        "Management and fabric networks overlap",
                        "The LAN, Wi-Fi, VPN or a container network has a subnet that overlaps one of the fabric.",
                        "The host has two routes to one network. Fabric traffic can leave by the LAN, and ssh by a cable.",
                        """
                            ip route; ip route get PEER_ADDRESS
                        """,
                        "Move the fabric links to other subnets; the LAN usually cannot move.",
                        "Error.",
                        "Management addresses do not appear in GID tables of fabric devices: that is normal."),
                new Page(
                        Code.PEER_FABRIC_ADDRESS_WRONG,
                        "A tool uses a fabric address that lies behind another cable",
                        "A connection failed, and the address that was tried belongs to a host or cable that the job's hosts do not"
                                + " share.",
                        "On a ring a host has a different address for each neighbour. A tool that keeps one \"fabric IP\" per host is"
                                + " right for one neighbour only. Cables and addresses are sound.",
                        """
                            ip -br -4 addr               # on both hosts: which subnet do they share?
                        """,
                        "Use the address that the finding names, and have the tool ask for the peer's address in the shared subnet.",
                        "Error.",
                        "A failed connection to the right address is another trouble: link, firewall or sshd."),
                new Page(
                        Code.ADDRESS_VOLATILE,
                        "Addresses that the next boot loses",
                        "Fabric addresses come from DHCP or from a profile that lives under /run, or no file among those shown asks"
                                + " for them.",
                        "After a reboot the links are gone, or have other addresses than the plan.",
                        """
                            nmcli -f NAME,DEVICE,FILENAME connection show
                            grep -r addresses /etc/netplan
                        """,
                        "Write the addresses into a file under /etc/netplan and run `sudo netplan apply`.",
                        "Warning. Info on a switch, where DHCP may be meant. Likely when it rests on files that do not mention the"
                                + " netdev.",
                        ""),
                new Page(
                        Code.NETWORKMANAGER_STANZA_REVIVES,
                        "A file of NetworkManager brings an address back",
                        "A file /etc/netplan/90-NM-*.yaml asks for an address that the netdev does not have now. NetworkManager writes"
                                + " such files by itself.",
                        "The next `netplan apply` or boot sets the old address again.",
                        """
                            grep -l NETDEV /etc/netplan/90-NM-*.yaml
                        """,
                        "Move the file out of /etc/netplan if nobody wants it, then run `sudo netplan apply` and look at `ip -br"
                                + " addr`.",
                        "Warning.",
                        "A 90-NM file that agrees with the netdev is simply how NetworkManager keeps it."));
    }
}
