package dev.kolo.plan.artefact.boot;

import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.artefact.script.HostObjects;
import dev.kolo.plan.artefact.script.HostScripts;
import dev.kolo.plan.artefact.text.UnitText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The units of one host. Hairpin queues come first, before any network service, since a reload takes addresses away; the
 * objects follow once the links are up; each marker is a unit of its own, which up.sh starts and systemd keeps running.
 */
public final class BootUnits {
    /** Where the scripts are on a host. */
    public static final String INSTALL_FOLDER = "/usr/local/lib/kolo-fabric";

    /** The folder below the host's. */
    public static final String FOLDER = "systemd";

    /** The unit that engines wait for. */
    public static final String MAIN = "kolo-fabric.service";

    private static final String HAIRPIN = "kolo-fabric-hairpin.service";
    private static final String MARKER = "kolo-fabric-marker@.service";
    private static final int LINK_WAIT_SECONDS = 120;
    private static final int MOST_START_SECONDS = 240;
    private static final String ENGINES = "docker.service containerd.service podman.service";

    private final PlannedHost host;
    private final HostObjects objects;
    private final boolean hairpin;
    private final String origin;

    private BootUnits(PlannedHost host, HostObjects objects, HostScripts scripts, String origin) {
        this.host = host;
        this.objects = objects;
        this.hairpin = scripts.needsHairpin();
        this.origin = origin;
    }

    /**
     * One unit.
     *
     * @param name its file name
     * @param content its text
     */
    public record Unit(String name, String content) {}

    /** The units of a host; none where nothing is added. */
    public static List<Unit> of(PlannedHost host, HostObjects objects, HostScripts scripts, String origin) {
        return objects.isEmpty() ? List.of() : new BootUnits(host, objects, scripts, origin).all();
    }

    private List<Unit> all() {
        List<Unit> units = new ArrayList<>();
        if (hairpin) {
            units.add(new Unit(HAIRPIN, hairpin()));
        }
        units.add(new Unit(MAIN, main()));
        if (!objects.markedDevices().isEmpty()) {
            units.add(new Unit(MARKER, marker()));
        }
        return units;
    }

    private String hairpin() {
        String netdevs = objects.relaying().stream()
                .map(PlannedFunction::netdev)
                .map(UnitText::netdevUnit)
                .collect(Collectors.joining(" "));
        return head("Kolo: hairpin queues of " + host.name())
                // No default dependencies: those order it after units that may themselves wait for the network.
                + "DefaultDependencies=no\n"
                + "RequiresMountsFor=" + INSTALL_FOLDER + "\n"
                + "Wants=network-pre.target " + netdevs + "\n"
                + "After=systemd-udevd.service " + netdevs + "\n"
                + "Before=network-pre.target shutdown.target\n"
                + "Conflicts=shutdown.target\n"
                + "\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
                + "ExecStart=" + UnitText.word(INSTALL_FOLDER + "/hairpin.sh") + "\n"
                + "TimeoutStartSec=" + MOST_START_SECONDS + "\n"
                + "\n[Install]\nWantedBy=multi-user.target\n";
    }

    private String main() {
        return head("Kolo: relayed paths of " + host.name())
                + "Wants=network.target\n"
                + "After=network.target systemd-networkd.service NetworkManager.service"
                + (hairpin ? " " + HAIRPIN : "") + "\n"
                + (hairpin ? "Wants=" + HAIRPIN + "\n" : "")
                + "Before=" + ENGINES + "\n"
                + "\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
                + "ExecStart=" + UnitText.word(INSTALL_FOLDER + "/up.sh") + " --wait " + LINK_WAIT_SECONDS + "\n"
                + "ExecStop=" + UnitText.word(INSTALL_FOLDER + "/down.sh") + "\n"
                + "TimeoutStartSec=" + MOST_START_SECONDS + "\n"
                + "\n[Install]\nWantedBy=multi-user.target\n";
    }

    /** The command line stands in up.sh alone, which leaves it in the run folder. */
    private String marker() {
        return head("Kolo: marker of %i")
                + "PartOf=" + MAIN + "\n"
                + "ConditionPathExists=/run/kolo-fabric/marker-%i.sh\n"
                + "StartLimitIntervalSec=0\n"
                + "\n[Service]\nType=exec\n"
                + "ExecStart=/bin/sh /run/kolo-fabric/marker-%i.sh once\n"
                + "Restart=always\nRestartSec=1\n"
                + "LimitMEMLOCK=infinity\n";
    }

    private String head(String description) {
        // Only the marker's description holds a specifier, and it is ours.
        String text = description.contains("%i") ? description : UnitText.text(description);
        return "# " + UnitText.comment(origin) + "\n[Unit]\nDescription=" + text + "\n";
    }
}
