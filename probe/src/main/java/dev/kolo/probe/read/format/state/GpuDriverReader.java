package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;

/** The version of NVIDIA's driver: the head of {@code nvidia-smi}, {@code /proc/driver/nvidia/version}. */
public final class GpuDriverReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        int smi = text.indexOf("Driver Version: ");
        if (smi > 0 && text.contains("NVIDIA-SMI")) {
            return keep(Words.first(text.substring(smi + 16)), line, scope);
        }
        if (text.startsWith("NVRM version: ")) {
            return line.words().stream()
                    .filter(w -> w.matches("[0-9]{3}\\.[0-9]{1,3}(\\.[0-9]{1,3})?"))
                    .findFirst()
                    .map(v -> keep(v, line, scope))
                    .orElse(Claim.NO);
        }
        return Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        return claim.isMine() || !line.text().startsWith("GCC version:") ? claim : Claim.KNOWN;
    }

    private static Claim keep(String version, Line line, Scope scope) {
        scope.setting("nvidia.driver", version, Setting.Source.KERNEL, line.evidence());
        scope.understood("NVIDIA driver version");
        return Claim.READ;
    }
}
