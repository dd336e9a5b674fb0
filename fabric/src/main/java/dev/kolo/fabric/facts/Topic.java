package dev.kolo.fabric.facts;

/** A kind of fact that can be looked for. What was not looked for must not be judged as absent. */
public enum Topic {
    ADDRESSES("ip addr"),
    LINKS("ip -d link"),
    ROUTES("ip route"),
    NEIGHBOURS("ip neigh"),
    RDMA_PORTS("rdma link; ibstat"),
    GIDS("show_gids"),
    COUNTERS("grep . /sys/class/infiniband/*/ports/*/hw_counters/*"),
    ETHTOOL("ethtool NETDEV; ethtool -k NETDEV"),
    DEVLINK("devlink dev param show"),
    FILTERS("tc -s filter show dev NETDEV ingress"),
    LLDP("lldpctl"),
    MEMORY("cat /proc/meminfo"),
    LIMITS("ulimit -l"),
    CONTAINERS("docker ps; docker inspect CONTAINER"),
    NCCL_LIBRARIES("find / -name 'libnccl.so*'"),
    ENVIRONMENT("env | grep -E 'NCCL|GLOO|SGLANG|VLLM'"),
    NETWORK_CONFIG("cat /etc/netplan/*.yaml"),
    FIREWALL("iptables -S FORWARD"),
    PROCESSES("ps -e -o pid,args"),
    DISKS("df -Pk"),
    WEIGHTS("ls -lL MODEL_FOLDER"),
    CLOCK("timedatectl");

    private final String command;

    Topic(String command) {
        this.command = command;
    }

    /** The command whose output settles this topic, as a helper would ask a poster for it. */
    public String command() {
        return command;
    }
}
