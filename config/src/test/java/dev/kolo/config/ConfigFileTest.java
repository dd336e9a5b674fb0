package dev.kolo.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16"})
    void readsTextOfEditors(String charset) throws IOException {
        Path file = write("hosts: [größe]\n".getBytes(Charset.forName(charset)));

        assertThat(ConfigFile.load(file, "kolo.yaml"))
                .isInstanceOfSatisfying(
                        ConfigReading.Sound.class,
                        s -> assertThat(s.config().hosts().getFirst().name()).isEqualTo("größe"));
    }

    @Test
    void saysWhyAFileCannotBeRead() throws IOException {
        assertThat(problem(folder.resolve("absent"))).isEqualTo("my.yaml: there is no such file");
        assertThat(problem(folder)).isEqualTo("my.yaml: this is a folder, not a file");
        assertThat(problem(write(new byte[] {'a', (byte) 0xff, ':'})))
                .isEqualTo("my.yaml: the file is not text in UTF-8");
        assertThat(problem(write(new byte[5 << 20]))).contains("more than 4194304 bytes");
        assertThat(problem(write("a: \0".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("my.yaml:1:4: the control character U+0000 stands here, so this is no plain text");
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("kolo.yaml"), bytes);
    }

    private static String problem(Path file) {
        ConfigReading reading = ConfigFile.load(file, "my.yaml");
        assertThat(reading).isInstanceOf(ConfigReading.Bad.class);
        return ((ConfigReading.Bad) reading).problems().getFirst().toString();
    }
}
