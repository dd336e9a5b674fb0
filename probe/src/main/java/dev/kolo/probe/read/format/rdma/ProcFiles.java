package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;

/** The few files outside of the device trees that the probe shows in the same form: sysctl, DMI, container marks. */
final class ProcFiles {
    private static final String SYSCTL = "/proc/sys/";

    private ProcFiles() {}

    static Claim read(String path, String value, Line line, Scope scope) {
        if (path.startsWith(SYSCTL) && !value.isEmpty()) {
            String name = path.substring(SYSCTL.length()).replace('/', '.');
            scope.setting(name, value, Setting.Source.KERNEL, line.evidence());
            scope.understood("sysctl");
            return Claim.READ;
        }
        if (path.startsWith("/sys/class/dmi/id/") && !value.isEmpty()) {
            String name = "dmi." + path.substring("/sys/class/dmi/id/".length());
            scope.setting(name, value, Setting.Source.KERNEL, line.evidence());
            scope.understood("machine model (DMI)");
            return Claim.READ;
        }
        boolean containerMark = path.equals("/.dockerenv") || path.equals("/run/.containerenv");
        if (containerMark && value.equals("present")) {
            scope.facts().inContainer(true);
            return Claim.READ;
        }
        if (path.equals("/.dockerenv") && value.equals("absent")) {
            scope.facts().inContainer(false);
            return Claim.READ;
        }
        return containerMark ? Claim.KNOWN : Claim.NO;
    }
}
