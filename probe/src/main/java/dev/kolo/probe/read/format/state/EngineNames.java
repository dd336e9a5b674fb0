package dev.kolo.probe.read.format.state;

import java.util.Locale;
import java.util.Optional;

/** Which engine a command line or an image's name speaks of. One place, for process lists, containers and their tables. */
public final class EngineNames {
    private EngineNames() {}

    /** The engine of a command line that serves; empty for any other command. */
    public static Optional<String> ofCommand(String text) {
        if (text.contains("sglang.launch_server") || text.contains("sglang serve") || text.contains("sglang::")) {
            return Optional.of("SGLang");
        }
        boolean vllm = text.contains("vllm serve") || text.contains("vllm.entrypoints") || text.contains("VLLM::");
        if (vllm) {
            return Optional.of("vLLM");
        }
        return text.contains("trtllm-serve") ? Optional.of("TensorRT-LLM") : Optional.empty();
    }

    /** The engine of a container image. */
    public static Optional<String> ofImage(String image) {
        String name = image.toLowerCase(Locale.ROOT);
        if (name.contains("sglang")) {
            return Optional.of("SGLang");
        }
        return name.contains("vllm") ? Optional.of("vLLM") : Optional.empty();
    }
}
