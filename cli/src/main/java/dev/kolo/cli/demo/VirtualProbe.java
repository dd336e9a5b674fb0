package dev.kolo.cli.demo;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.read.SourceText;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** Reads a virtual ring as if its hosts had been probed: their text goes through the readers that read everybody's. */
final class VirtualProbe {
    private VirtualProbe() {}

    /**
     * The facts of all hosts.
     *
     * @param folder what evidence names as the place of the texts
     */
    static Inventory read(VirtualRing ring, String folder) {
        InventoryReader reader = new InventoryReader();
        for (VirtualHost host : ring.hosts()) {
            byte[] text = ProbeText.of(ring, host).getBytes(StandardCharsets.UTF_8);
            reader.add(SourceText.loose(folder + "/" + fileName(host), new ByteArrayInputStream(text)));
        }
        ReadResult result = reader.finish();
        if (!result.notUnderstood().isEmpty() || !result.problems().isEmpty()) {
            throw new IllegalStateException(
                    "the demo's own facts were not understood: " + result.notUnderstood() + result.problems());
        }
        return result.inventory();
    }

    /** The name of a host's text. */
    static String fileName(VirtualHost host) {
        return host.name() + ".probe.txt";
    }
}
