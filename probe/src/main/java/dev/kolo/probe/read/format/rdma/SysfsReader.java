package dev.kolo.probe.read.format.rdma;

import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * Listings of sysfs and procfs files, in the shapes in which people and the probe print them: "PATH:VALUE" (grep -H),
 * "PATH: VALUE", "PATH VALUE", "PATH -> TARGET", a value alone under its path, with whole paths or ones relative to
 * /sys/class/infiniband or to a folder that a heading named.
 */
public final class SysfsReader implements FormatReader {
    private final SysfsDevices devices = new SysfsDevices();

    /** The file whose value was read from a line of its own; a second line is something else. */
    private String valueOf = "";

    /** A file of sysfs and what it holds. */
    private record Entry(String path, String value, boolean link) {}

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        String first = Words.first(text);
        if (first.indexOf('/') >= 0) {
            Optional<Entry> entry = entry(text, first);
            if (entry.isPresent()) {
                Claim claim = read(entry.get(), line, scope);
                if (claim.isMine()) {
                    return claim;
                }
            }
        }
        if (text.indexOf('=') > 0 && text.indexOf(" mtu=") > 0) {
            return netdevRow(line, scope);
        }
        return inFolder(text, line, scope);
    }

    /** Splits a line into path and value. */
    private static Optional<Entry> entry(String text, String first) {
        int arrow = text.indexOf(" -> ");
        if (arrow > 0 && arrow == first.length()) {
            return Optional.of(new Entry(first, text.substring(arrow + 4).strip(), true));
        }
        int from = Math.max(0, Math.max(text.indexOf("/infiniband/"), text.indexOf("/net/")));
        int colon = text.indexOf(':', from);
        if (colon > 0 && colon <= first.length()) {
            return Optional.of(new Entry(
                    text.substring(0, colon), text.substring(colon + 1).strip(), false));
        }
        return Optional.of(new Entry(first, text.substring(first.length()).strip(), false));
    }

    private Claim read(Entry entry, Line line, Scope scope) {
        String path = entry.path;
        if (path.startsWith("/proc/")
                || path.startsWith("/sys/class/dmi/")
                || path.equals("/.dockerenv")
                || path.equals("/run/.containerenv")) {
            return ProcFiles.read(path, entry.value, line, scope);
        }
        Optional<String> rdma = after(path, "/infiniband/");
        if (rdma.isPresent()) {
            return device(rdma.get(), entry, line, scope);
        }
        Optional<String> net = after(path, "/net/");
        if (net.isPresent() && path.startsWith("/sys/")) {
            return netdev(net.get(), entry, line, scope);
        }
        if (path.startsWith("/")) {
            return Claim.NO;
        }
        int slash = path.indexOf('/');
        if (slash <= 0) {
            // The slash was in the value, as in a web address.
            return Claim.NO;
        }
        String head = path.substring(0, slash);
        String rest = path.substring(slash + 1);
        if (rest.startsWith("ports/") || DeviceWords.isRdmaDevice(head) && SysfsDevices.isAttribute(rest)) {
            return Names.isHostLike(head) ? device(path, entry, line, scope) : Claim.NO;
        }
        Optional<String> folder = scope.folder().flatMap(f -> after(f, "/infiniband/"));
        return folder.isPresent() && SysfsDevices.isPortAttribute(path)
                ? device(folder.get() + "/" + path, entry, line, scope)
                : Claim.NO;
    }

    private Claim device(String path, Entry entry, Line line, Scope scope) {
        int slash = path.indexOf('/');
        String name = slash < 0 ? path : path.substring(0, slash);
        String attribute = slash < 0 ? "" : path.substring(slash + 1);
        if (name.isEmpty() || name.length() > 64) {
            return Claim.NO;
        }
        return devices.device(name, attribute, entry.value, entry.link, line, scope);
    }

    private static Claim netdev(String path, Entry entry, Line line, Scope scope) {
        int slash = path.indexOf('/');
        String name = slash < 0 ? path : path.substring(0, slash);
        String attribute = slash < 0 ? "" : path.substring(slash + 1);
        if (!DeviceWords.canBeNetdev(name)) {
            return Claim.NO;
        }
        return SysfsNetdevs.read(scope, name, attribute, entry.value, entry.link, line);
    }

    /** "enp1s0f0np0 mtu=9000 operstate=up carrier=1 address=4c:… speed=-1". */
    private static Claim netdevRow(Line line, Scope scope) {
        List<String> words = line.words();
        if (!DeviceWords.canBeNetdev(words.get(0))) {
            return Claim.NO;
        }
        Claim claim = Claim.NO;
        for (String word : words.subList(1, words.size())) {
            Optional<Words.KeyValue> pair = Words.split(word, '=');
            if (pair.isEmpty()) {
                return claim;
            }
            Claim one = SysfsNetdevs.read(
                    scope, words.get(0), pair.get().key(), pair.get().value(), false, line);
            claim = one.isMine() ? one : claim;
        }
        return claim;
    }

    /** A value alone, under a heading or a command that names its file; and the addresses beside a port's table. */
    private Claim inFolder(String text, Line line, Scope scope) {
        Optional<String> path = scope.folder()
                .or(() -> scope.command()
                        .filter(c -> c.program().equals("cat") && c.words().size() == 2)
                        .flatMap(c -> c.lastArgument()));
        if (path.isEmpty() || path.get().indexOf('*') >= 0 || path.get().indexOf('{') >= 0) {
            return Claim.NO;
        }
        Optional<String> rdma = after(path.get(), "/infiniband/");
        if (rdma.isEmpty()) {
            return Claim.NO;
        }
        if (text.startsWith("ip:") || text.startsWith("addresses:")) {
            return devices.addresses(rdma.get(), Words.of(text.substring(text.indexOf(':') + 1)), line, scope);
        }
        int slash = rdma.get().indexOf('/');
        String attribute = slash < 0 ? "" : rdma.get().substring(slash + 1);
        if (!SysfsDevices.isFile(attribute) || path.get().equals(valueOf)) {
            return Claim.NO;
        }
        valueOf = path.get();
        return device(rdma.get(), new Entry(path.get(), text, false), line, scope);
    }

    private static Optional<String> after(String path, String folder) {
        int at = path.indexOf(folder);
        return at < 0 ? Optional.empty() : Optional.of(path.substring(at + folder.length()));
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        valueOf = "";
    }
}
