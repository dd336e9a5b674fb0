package dev.kolo.fabric.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.json.JsonWriter.Layout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InventoryJsonTest {
    private static final int INVENTORIES = 3000;

    @Test
    void readsBackEveryInventoryThatItWrites() {
        long first = new SplittableRandom().nextLong();
        for (long seed = first; seed < first + INVENTORIES; seed++) {
            Inventory inventory = new AnyRecord(seed).make(Inventory.class);
            Layout layout = seed % 2 == 0 ? Layout.INDENTED : Layout.COMPACT;

            String text = InventoryJson.write(inventory, layout);

            assertThat(InventoryJson.read(text)).as("seed %d", seed).isEqualTo(new Decoded.Whole<>(inventory));
        }
    }

    @Test
    void writesTheSameBytesForEqualInventories() {
        String first = InventoryJson.write(new AnyRecord(7).make(Inventory.class), Layout.INDENTED);
        String second = InventoryJson.write(new AnyRecord(7).make(Inventory.class), Layout.INDENTED);

        assertThat(second).isEqualTo(first).endsWith("}\n").doesNotContain("\r");
    }

    @Test
    void namesTheVersionThatItCannotRead() {
        Decoded.Refused<Inventory> refused = refused("{\n \"schema\": \"kolo.inventory/2\", \"hosts\": []}");

        assertThat(refused.line()).isEqualTo(2);
        assertThat(refused.message()).contains("kolo.inventory/2").contains("kolo.inventory/1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                        | schema is missing",
                "[]                                        | must be an object",
                "{\"schema\": \"kolo.plan/1\"}             | and is kolo.plan/1",
                "{\"schema\": 1}                           | schema is missing",
            })
    void saysWhatIsNoInventory(String text, String words) {
        assertThat(refused(text).message()).contains(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"netdevs\": 5 | hosts[1].netdevs must be a list, and is the number 5",
                "\"netdevs\": [{\"name\": \"a\", \"mtu\": \"big\"}] | hosts[1].netdevs[0].mtu must be a whole number, and is the text \"big\"",
                "\"netdevs\": [{\"name\": \"a\"}, {}] | hosts[1].netdevs[1].name is missing",
                "\"netdevs\": [{\"name\": \"a\", \"mtu\": 9e3}] | hosts[1].netdevs[0].mtu must be a whole number, and is the number 9e3",
                "\"netdevs\": [{\"name\": \"a\", \"mac\": \"aa:bb\"}] | hosts[1].netdevs[0].mac must be a MAC address",
                "\"netdevs\": [{\"name\": \"a\", \"state\": \"sideways\"}] | hosts[1].netdevs[0].state must be one of up, down, unknown, and is the text \"sideways\"",
                "\"rdmaDevices\": [{\"name\": \"r\", \"port\": 1, \"counters\": {\"x\": true}}] | hosts[1].rdmaDevices[0].counters.x must be a whole number of at most 64 bits, and is true",
                "\"routes\": [{\"destination\": \"default\", \"via\": \"10.0.0\"}] | hosts[1].routes[0].via must be an IPv4 or IPv6 address",
                "\"system\": {\"memlockKib\": \"endless\"} | hosts[1].system.memlockKib must be a whole number",
                "\"netdevs\": [{\"name\": \"a\", \"name\": \"b\"}] | hosts[1].netdevs[0].name stands twice",
            })
    void namesThePathOfABadValue(String field, String words) {
        Decoded.Refused<Inventory> refused = refused("{\"schema\": \"kolo.inventory/1\", \"hosts\": [\n"
                + "{\"host\": \"spark1\"},\n{\"host\": \"spark2\",\n" + field + "}]}");

        assertThat(refused.message()).startsWith(words);
        assertThat(refused.line()).isEqualTo(4);
    }

    @Test
    void refusesTwoHostsOfOneName() {
        assertThat(refused("{\"schema\": \"kolo.inventory/1\", \"hosts\": [{\"host\": \"a\"}, {\"host\": \"a\"}]}")
                        .message())
                .startsWith("hosts[1].host is \"a\"");
    }

    @Test
    void passesOverFieldsTopicsAndRemarksThatItDoesNotKnow() {
        Decoded<Inventory> decoded = InventoryJson.read("""
                {"schema": "kolo.inventory/1", "later": {}, "hosts": [
                  {"host": "a", "later": 1, "observed": {"later": "observed", "gids": "denied"},
                   "remarks": [{"kind": "later", "value": "x"}], "netdevs": [{"name": "n", "later": [], "mtu": null}]}
                ]}
                """);

        NodeFacts host = whole(decoded).hosts().getFirst();
        assertThat(host.observed()).hasSize(1);
        assertThat(host.remarks()).isEmpty();
        assertThat(host.netdevs().getFirst().mtu()).isEmpty();
    }

    @Test
    void keepsTheHostsThatCameWholeBeforeTheBreak() {
        Inventory inventory = new Inventory(List.of(host("a"), host("b"), host("c")), List.of(), List.of());
        String text = InventoryJson.write(inventory, Layout.INDENTED).strip();
        for (int length = text.indexOf('[') + 1; length < text.length(); length++) {
            String cut = text.substring(0, length);
            int whole = length > text.lastIndexOf(']') ? 3 : wholeHosts(cut);

            Decoded<Inventory> decoded = InventoryJson.read(cut);

            assertThat(decoded).as("first %d characters", length).isInstanceOf(Decoded.Cut.class);
            Decoded.Cut<Inventory> kept = (Decoded.Cut<Inventory>) decoded;
            assertThat(kept.value().hosts()).as("first %d characters", length).hasSize(whole);
            assertThat(kept.message()).contains("ends too early").contains("first " + whole + " hosts");
        }
    }

    private static NodeFacts host(String name) {
        return new FactsBuilder(name).build();
    }

    private static int wholeHosts(String text) {
        return (int) text.chars().filter(c -> c == '}').count();
    }

    @Test
    void refusesACutThatHidesTheSchema() {
        assertThat(InventoryJson.read("{\"schema\": \"kolo.inv")).isInstanceOf(Decoded.Refused.class);
        assertThat(InventoryJson.read("")).isInstanceOf(Decoded.Refused.class);
    }

    private static Inventory whole(Decoded<Inventory> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Whole.class);
        return ((Decoded.Whole<Inventory>) decoded).value();
    }

    private static Decoded.Refused<Inventory> refused(String text) {
        Decoded<Inventory> decoded = InventoryJson.read(text);
        assertThat(decoded).isInstanceOf(Decoded.Refused.class);
        return (Decoded.Refused<Inventory>) decoded;
    }
}
