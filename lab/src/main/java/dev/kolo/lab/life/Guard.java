package dev.kolo.lab.life;

import dev.kolo.lab.machine.Emulator;
import dev.kolo.lab.machine.Initramfs;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.remote.process.Detached;
import java.io.IOException;
import java.util.List;

/** A small shell that ends a lab's machines when this process ends without having told it to keep them. */
final class Guard {
    private Guard() {}

    static Detached start(LabFolder folder, String id) throws IOException {
        return Detached.start(
                List.of("sh", "-c", Initramfs.text("guard.sh"), "kolo-lab-guard", Emulator.mark(id)),
                folder.path(),
                folder.path().resolve("guard.log"),
                Detached.Stdin.PIPE);
    }
}
