package dev.kolo.probe.read.text;

/** Which words can be netdevs or RDMA devices: in a pasted text they look much like hosts. */
public final class DeviceWords {
    private static final String[] NETDEV_STEMS = {
        "eth",
        "docker",
        "virbr",
        "veth",
        "bond",
        "team",
        "vlan",
        "tun",
        "tap",
        "wg",
        "tailscale",
        "cni",
        "flannel",
        "cali",
        "dummy",
        "usb",
        "wlan",
        "wwan",
        "macvlan",
        "ipvlan",
        "vxlan",
        "zt",
        "p2p",
        "lxc",
        "rename",
    };
    private static final String[] RDMA_STEMS = {
        "roce", "mlx4_", "mlx5_", "rxe", "siw", "bnxt_re", "irdma", "hns_", "qedr"
    };

    private DeviceWords() {}

    /** A word that is a netdev's name by its form. */
    public static boolean isNetdev(String word) {
        if (word.equals("lo") || word.startsWith("br-") || isNumbered(word, "br")) {
            return true;
        }
        if (isPredictable(word)) {
            return true;
        }
        for (String stem : NETDEV_STEMS) {
            if (word.startsWith(stem) && word.length() > stem.length() && hasDigit(word) && word.length() <= 24) {
                return word.indexOf('.') < 0 || Character.isDigit(word.charAt(word.length() - 1));
            }
        }
        return false;
    }

    /** A word that is an RDMA device's name by its form. */
    public static boolean isRdmaDevice(String word) {
        for (String stem : RDMA_STEMS) {
            if (word.startsWith(stem) && word.length() > stem.length() && hasDigit(word)) {
                return word.length() <= 32 && isWord(word);
            }
        }
        return false;
    }

    /** Whether a word may be a netdev's name at all: short, and without what the kernel forbids. */
    public static boolean canBeNetdev(String word) {
        return !word.isEmpty()
                && word.length() <= 15
                && word.indexOf('/') < 0
                && word.indexOf(':') < 0
                && word.charAt(0) != '-'
                && word.charAt(0) != '('
                && word.charAt(0) < 128
                && Character.isLetterOrDigit(word.charAt(0));
    }

    /** systemd's names: two letters for the kind, then a place (enp1s0f0np0, enP7s7, eno1, enx…, wlP9s9, ib0). */
    private static boolean isPredictable(String word) {
        if (word.length() < 3 || word.length() > 24) {
            return false;
        }
        boolean kind = word.startsWith("en") || word.startsWith("wl") || word.startsWith("ww") || word.startsWith("ib");
        char place = word.charAt(2);
        return kind
                && (Character.isDigit(place)
                        || place == 'x' && word.length() > 8
                        || word.length() > 3 && "opPscbuv".indexOf(place) >= 0 && Character.isDigit(word.charAt(3)));
    }

    private static boolean isNumbered(String word, String stem) {
        return word.startsWith(stem)
                && Words.number(word.substring(stem.length())).isPresent();
    }

    private static boolean hasDigit(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (Character.isDigit(word.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!Character.isLetterOrDigit(word.charAt(i)) && word.charAt(i) != '_') {
                return false;
            }
        }
        return true;
    }
}
