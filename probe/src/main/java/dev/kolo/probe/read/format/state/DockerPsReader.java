package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.Optional;

/** {@code docker ps} and {@code podman ps}: which engines run in containers now. Columns stand where the head has them. */
public final class DockerPsReader implements FormatReader {
    private int image = -1;
    private int status = -1;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (!text.startsWith("CONTAINER ID") || !text.contains(" IMAGE ") || !text.contains(" STATUS ")) {
            return Claim.NO;
        }
        image = text.indexOf(" IMAGE ") + 1;
        status = text.indexOf(" STATUS ") + 1;
        scope.facts().observe(Topic.CONTAINERS, Observation.PARTIAL);
        scope.understood("docker ps");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine() || image < 0) {
            return claim;
        }
        String text = line.text();
        if (text.length() <= status || !text.substring(0, image).strip().matches("[0-9a-f]{12,64}")) {
            return Claim.NO;
        }
        boolean up = text.substring(status).startsWith("Up ");
        String middle = text.substring(image, status);
        Optional<String> engine = EngineNames.ofImage(middle).or(() -> EngineNames.ofCommand(middle));
        if (up && engine.isPresent()) {
            scope.remark(Remark.Kind.SERVING, engine.get(), line.evidence());
        }
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        image = -1;
        status = -1;
    }
}
