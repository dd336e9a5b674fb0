package dev.kolo.lab.suite;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabCable;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.remote.process.Foreground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs a script on this machine against a lab. The script finds the command {@code on HOST COMMAND…} on its path, and in
 * its environment:
 *
 * <ul>
 *   <li>{@code KOLO_LAB}: the lab's name
 *   <li>{@code KOLO_LAB_HOSTS}: the hosts in order, blanks between them
 *   <li>{@code KOLO_LAB_LINKS}: a file with a line for each link: plane, then host, netdev, RoCE device and address of its
 *       first end, then those of the other; {@code -} for no address
 *   <li>{@code KOLO_SSH_CONFIG}: the configuration with which ssh, and Kolo, reach the hosts
 * </ul>
 */
public final class ScriptRun {
    private final RunningLab lab;

    public ScriptRun(RunningLab lab) {
        this.lab = lab;
    }

    /**
     * Runs a named suite.
     *
     * @param folder the working folder
     * @param timeoutNanos after this time it is ended
     * @return its exit status, 124 when it was ended
     */
    public int suite(Suite suite, Path folder, long timeoutNanos) throws IOException, InterruptedException {
        Path file = lab.folder().path().resolve(suite.word() + ".sh");
        Files.writeString(file, suite.text());
        return run(List.of("sh", file.toString()), folder, timeoutNanos);
    }

    /** Runs a script, by its own first line when it may be executed and otherwise by sh; see {@link #suite}. */
    public int script(Path script, List<String> arguments, Path folder, long timeoutNanos)
            throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>();
        if (!Files.isExecutable(script)) {
            argv.add("sh");
        }
        argv.add(script.toString());
        argv.addAll(arguments);
        return run(argv, folder, timeoutNanos);
    }

    private int run(List<String> argv, Path folder, long timeoutNanos) throws IOException, InterruptedException {
        Path programs = lab.folder().path().resolve("bin");
        Files.createDirectories(programs);
        Path on = programs.resolve("on");
        Files.writeString(on, on());
        Files.setPosixFilePermissions(on, PosixFilePermissions.fromString("rwx------"));
        Path links = lab.folder().path().resolve("links");
        Files.write(links, links());
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", programs + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        environment.put("KOLO_LAB", lab.name());
        environment.put(
                "KOLO_LAB_HOSTS",
                lab.layout().hosts().stream().map(LabHost::name).collect(Collectors.joining(" ")));
        environment.put("KOLO_LAB_LINKS", links.toString());
        environment.put("KOLO_SSH_CONFIG", lab.sshConfig().toString());
        return Foreground.run(argv, folder, environment, timeoutNanos);
    }

    /** The remote shell gets each word as the caller meant it: a quote inside one ends it, stands escaped, begins anew. */
    private String on() throws IOException {
        return Suite.resource("on.sh")
                .replace("SSH_CONFIG", ShellWord.quote(lab.sshConfig().toString()));
    }

    private List<String> links() {
        List<String> lines = new ArrayList<>();
        for (LabCable cable : lab.layout().cables()) {
            for (int plane = 0; plane < lab.layout().spec().planes(); plane++) {
                lines.add(plane + " " + end(cable.near(), plane) + " " + end(cable.far(), plane));
            }
        }
        return lines;
    }

    private String end(LabCable.End end, int plane) {
        LabHost host = lab.layout().hosts().get(end.host());
        LabPort port = host.port(plane, end.port());
        return host.name() + " " + port.netdev() + " " + port.device() + " "
                + port.address().map(Object::toString).orElse("-");
    }
}
