package dev.kolo.lab.junit;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.lab.life.Component;
import dev.kolo.lab.life.GuestJava;
import dev.kolo.lab.life.StartOptions;
import dev.kolo.lab.machine.Programs;
import dev.kolo.lab.relay.LabRelays;
import dev.kolo.lab.state.LabHome;
import dev.kolo.lab.state.OwnProcesses;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/** Starts labs for test classes and keeps one until another kind is wished for, or the tests are over. */
final class LabExtension implements BeforeAllCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(LabExtension.class);

    /** Ample for two cores that others use, too; KOLO_LAB_TIMEOUT_SECONDS sets another one. */
    private static final long USUAL_TIMEOUT_SECONDS = 600;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        lab(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RunningLab.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        try {
            return lab(context);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static RunningLab lab(ExtensionContext context) throws IOException, InterruptedException {
        Lab wish = wish(context.getRequiredTestClass());
        Holder holder =
                context.getRoot().getStore(NAMESPACE).computeIfAbsent("labs", none -> new Holder(), Holder.class);
        return holder.lab(wish);
    }

    /** Nested classes have the lab of the class around them. */
    private static Lab wish(Class<?> test) {
        for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
            Lab wish = type.getAnnotation(Lab.class);
            if (wish != null) {
                return wish;
            }
        }
        throw new IllegalStateException(test + " has no @Lab");
    }

    /** The lab that is up now; closed by JUnit when all tests are over, and by the guard should this process be killed. */
    private static final class Holder implements AutoCloseable {
        private final ProcessRunner processes = new ProcessRunner();
        private Optional<Lab> wish = Optional.empty();
        private Optional<RunningLab> running = Optional.empty();
        private int count;

        synchronized RunningLab lab(Lab wished) throws IOException, InterruptedException {
            if (running.isPresent() && wish.equals(Optional.of(wished)) && isWhole(running.get())) {
                return running.get();
            }
            stop();
            requireComponents();
            LabHome home = LabHome.of(System.getenv());
            String name = "test-" + ProcessHandle.current().pid() + "-" + count++;
            RunningLab lab = RunningLab.start(home, name, spec(wished), options(), processes, System.err::println);
            running = Optional.of(lab);
            wish = Optional.of(wished);
            if (wished.relays()) {
                new LabRelays(lab).apply();
            }
            return lab;
        }

        /** Whether all machines still run; a test may have ended one. */
        private static boolean isWhole(RunningLab lab) {
            Set<String> alive = OwnProcesses.of(lab.folder().id().orElseThrow()).stream()
                    .map(OwnProcesses.Own::name)
                    .collect(Collectors.toSet());
            return lab.layout().hosts().stream().map(LabHost::name).allMatch(alive::contains);
        }

        private void stop() throws IOException, InterruptedException {
            if (running.isPresent()) {
                RunningLab lab = running.get();
                running = Optional.empty();
                lab.stop();
                // Whoever wants to read why a test failed finds the guests' logs in CI.
                if (System.getenv("CI") == null) {
                    lab.folder().clear();
                }
            }
        }

        @Override
        public synchronized void close() throws IOException {
            try {
                stop();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            processes.close();
        }
    }

    private static void requireComponents() {
        try {
            Component.require(Programs.ofMachine());
        } catch (LabException missing) {
            if (System.getenv("CI") != null) {
                throw new AssertionError(missing.sentence(), missing);
            }
            throw new TestAbortedException(missing.sentence(), missing);
        }
    }

    private static LabSpec spec(Lab wish) {
        Shape.Kind shape = Shape.Kind.ofWord(wish.shape())
                .orElseThrow(() -> new IllegalArgumentException("@Lab(shape = \"" + wish.shape() + "\")"));
        return LabSpec.of(shape, wish.hosts())
                .withPlanes(wish.planes())
                .withAddressed(wish.addressed())
                .withSwapped(wish.swapped() < 0 ? OptionalInt.empty() : OptionalInt.of(wish.swapped()))
                .withMemoryMib(wish.memoryMib());
    }

    private static StartOptions options() {
        String seconds = Optional.ofNullable(System.getenv("KOLO_LAB_TIMEOUT_SECONDS"))
                .orElse(Long.toString(USUAL_TIMEOUT_SECONDS));
        return StartOptions.staying()
                .withOwned(true)
                .withTimeoutNanos(TimeUnit.SECONDS.toNanos(Long.parseLong(seconds)))
                .withKolo(GuestJava.command("dev.kolo.cli.Main"));
    }
}
