package dev.kolo.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Loads a cluster file from disk. The only place of this module that touches a file. */
public final class ConfigFile {
    private static final int MAX_BYTES = 4 << 20;

    private ConfigFile() {}

    /**
     * Loads and reads a file.
     *
     * @param path where it is
     * @param shownName how the user named it
     */
    public static ConfigReading load(Path path, String shownName) {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            return bytes.length > MAX_BYTES
                    ? bad(shownName, "the file has more than " + MAX_BYTES + " bytes, so it is no cluster file")
                    : ConfigReader.read(shownName, decode(bytes));
        } catch (NoSuchFileException e) {
            return bad(shownName, "there is no such file");
        } catch (AccessDeniedException e) {
            return bad(shownName, "you may not read this file");
        } catch (CharacterCodingException e) {
            return bad(shownName, "the file is not text in UTF-8");
        } catch (IOException e) {
            return bad(
                    shownName,
                    Files.isDirectory(path)
                            ? "this is a folder, not a file"
                            : "the file cannot be read: " + e.getMessage());
        }
    }

    private static ConfigReading bad(String file, String message) {
        return new ConfigReading.Bad(List.of(new ConfigProblem(file, 0, 0, message)));
    }

    /** UTF-8, or UTF-16 where a byte order mark says so, as some editors write. */
    private static String decode(byte[] bytes) throws CharacterCodingException {
        Charset charset = StandardCharsets.UTF_8;
        if (bytes.length >= 2) {
            int mark = (bytes[0] & 255) << 8 | bytes[1] & 255;
            charset = mark == 0xfeff || mark == 0xfffe ? StandardCharsets.UTF_16 : charset;
        }
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
