package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;

/** NCCL libraries that find and ldconfig list: "/usr/lib/…/libnccl.so.2.30.7", "…/nvidia_nccl_cu13-2.30.7.dist-info". */
public final class LibrariesReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        int arrow = text.indexOf(" => ");
        String path = arrow > 0 ? text.substring(arrow + 4).strip() : text;
        if (path.isEmpty() || path.charAt(0) != '/' || path.indexOf(' ') >= 0) {
            return Claim.NO;
        }
        String file = path.substring(path.lastIndexOf('/') + 1);
        boolean library = file.startsWith("libnccl.so");
        boolean pip = file.startsWith("nvidia_nccl") && file.endsWith(".dist-info");
        if (!library && !pip) {
            return arrow > 0 && (file.startsWith("libibverbs") || file.startsWith("libmlx5")) ? Claim.KNOWN : Claim.NO;
        }
        scope.facts().library(path, version(file, pip)).observe(Topic.NCCL_LIBRARIES, Observation.PARTIAL);
        scope.understood("NCCL libraries");
        return Claim.READ;
    }

    private static String version(String file, boolean pip) {
        if (pip) {
            int dash = file.indexOf('-');
            return dash < 0 ? "" : file.substring(dash + 1, file.length() - ".dist-info".length());
        }
        String version = file.length() > "libnccl.so.".length() ? file.substring("libnccl.so.".length()) : "";
        return version.indexOf('.') > 0 ? version : "";
    }
}
