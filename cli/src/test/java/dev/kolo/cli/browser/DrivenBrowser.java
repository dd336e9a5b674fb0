package dev.kolo.cli.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonString;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chromium, driven over WebDriver: for what can only be asked of a page that is rendered. Needs {@code chromedriver} and
 * {@code chromium} on the path (packages chromium-driver and chromium) and fails without them.
 */
public final class DrivenBrowser implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("on port (\\d+)");
    private static final List<String> ARGUMENTS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String look = resource("look-at-page.js");
    private final Process driver;
    private final String server;
    private String session = "";

    public DrivenBrowser() throws IOException, InterruptedException {
        try {
            driver = new ProcessBuilder("chromedriver", "--port=0")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IOException("no `chromedriver` on the path: install the package chromium-driver", e);
        }
        server = "http://127.0.0.1:" + portOf(driver);
        String capabilities = "{\"browserName\":\"chrome\",\"goog:loggingPrefs\":{\"browser\":\"ALL\"},"
                + "\"goog:chromeOptions\":{\"args\":[\"" + String.join("\",\"", ARGUMENTS) + "\"]}}";
        JsonObject made = post("/session", "{\"capabilities\":{\"alwaysMatch\":" + capabilities + "}}");
        session = "/session/"
                + made.object("value").flatMap(v -> v.string("sessionId")).orElseThrow();
    }

    /** What is wrong with the page as it is rendered (contrast, headings, overflow, what it loads), as a JSON list. */
    public String complaints() throws IOException, InterruptedException {
        return run(look);
    }

    private static String resource(String name) {
        try (InputStream in = DrivenBrowser.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String portOf(Process driver) throws IOException {
        BufferedReader said = new BufferedReader(new InputStreamReader(driver.getInputStream(), UTF_8));
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher port = PORT.matcher(line);
            if (line.contains("started successfully") && port.find()) {
                return port.group(1);
            }
        }
        throw new IOException("chromedriver ended before it said its port");
    }

    private JsonObject post(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(server + session + path))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("WebDriver says " + answer.statusCode() + ": " + answer.body());
        }
        return JsonReader.read(answer.body()).value().orElseThrow().asObject().orElseThrow();
    }

    /** Shows a page in a window of so many pixels, with the colours that are preferred. */
    public void open(Path page, boolean dark, int width, int height) throws IOException, InterruptedException {
        post("/window/rect", "{\"width\":" + width + ",\"height\":" + height + "}");
        post(
                "/goog/cdp/execute",
                "{\"cmd\":\"Emulation.setEmulatedMedia\",\"params\":{\"features\":[{\"name\":\"prefers-color-scheme\","
                        + "\"value\":\"" + (dark ? "dark" : "light") + "\"}]}}");
        post("/url", "{\"url\":\"" + page.toUri() + "\"}");
    }

    /** What a script that returns a text returned. */
    public String run(String script) throws IOException, InterruptedException {
        JsonObject answer = post("/execute/sync", "{\"script\":\"" + escaped(script) + "\",\"args\":[]}");
        return answer.get("value").map(v -> ((JsonString) v).value()).orElseThrow();
    }

    /** What the console said since it was last asked. */
    public List<String> console() throws IOException, InterruptedException {
        return post("/se/log", "{\"type\":\"browser\"}").objects("value").stream()
                .map(entry -> entry.string("message").orElse(""))
                .toList();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    @Override
    public void close() {
        try {
            client.send(
                    HttpRequest.newBuilder(URI.create(server + session))
                            .DELETE()
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            driver.destroy();
            client.close();
        }
    }
}
