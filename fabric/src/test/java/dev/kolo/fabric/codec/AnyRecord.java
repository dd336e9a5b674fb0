package dev.kolo.fabric.codec;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Verdict;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Makes records with arbitrary content from a seed, by their components. A field that somebody adds to a record is filled
 * here without being mentioned, so a codec that forgets it fails its round trip.
 */
final class AnyRecord {
    private static final String[] WORDS = {
        "",
        "spark1",
        "enp1s0f0np0",
        "rocep1s0f0",
        "0x88b5",
        "a b",
        "Ünïcode \u4e2d",
        "\u001b[31m\n\t\"\\",
        "\ud800",
        "null"
    };

    private final SplittableRandom random;

    AnyRecord(long seed) {
        random = new SplittableRandom(seed);
    }

    <T extends Record> T make(Class<T> type) {
        return type.cast(make((Type) type));
    }

    private Object make(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == Optional.class) {
                return random.nextBoolean() ? Optional.of(make(of[0])) : Optional.empty();
            }
            return raw == Map.class ? map(of[0], of[1]) : list(of[0]);
        }
        return plain((Class<?>) type);
    }

    private List<Object> list(Type of) {
        List<Object> items = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            items.add(make(of));
        }
        return items;
    }

    private Map<Object, Object> map(Type key, Type value) {
        Map<Object, Object> map = new HashMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            Object name = make(key);
            map.put(name instanceof String text ? text.replace("\ud800", "") : name, make(value));
        }
        return map;
    }

    private Object plain(Class<?> type) {
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        }
        return switch (type.getSimpleName()) {
            case "String" -> WORDS[random.nextInt(WORDS.length)] + (random.nextBoolean() ? random.nextInt(1000) : "");
            case "int", "Integer" -> number32();
            case "long", "Long" -> number64();
            case "boolean", "Boolean" -> random.nextBoolean();
            case "double" -> decimal();
            case "OptionalInt" -> random.nextBoolean() ? OptionalInt.of(number32()) : OptionalInt.empty();
            case "OptionalLong" -> random.nextBoolean() ? OptionalLong.of(number64()) : OptionalLong.empty();
            case "OptionalDouble" -> random.nextBoolean() ? OptionalDouble.of(decimal()) : OptionalDouble.empty();
            case "IpAddress" -> address();
            case "MacAddress" -> new MacAddress(random.nextLong() >>> 16);
            case "Subnet" -> new Subnet(new Ipv4Address(random.nextInt()), random.nextInt(33));
            case "PciAddress" ->
                new PciAddress(
                        random.nextBoolean() ? 0 : random.nextInt(0x20000),
                        random.nextInt(256),
                        random.nextInt(32),
                        random.nextInt(256));
            case "Verdict" -> verdict();
            default -> record(type);
        };
    }

    /** Its roots are places in its own list of findings, which no chance would hit. */
    private Verdict verdict() {
        int findings = random.nextInt(5);
        List<Finding> made = new ArrayList<>();
        List<Integer> roots = new ArrayList<>();
        for (int i = 0; i < findings; i++) {
            made.add((Finding) make((Type) Finding.class));
            int root = random.nextInt(-1, findings);
            roots.add(root == i ? -1 : root);
        }
        Verdict lists = (Verdict) record(Verdict.class);
        return new Verdict(made, lists.notObserved(), lists.understood(), lists.notUnderstood(), roots);
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new AssertionError("teach AnyRecord how to make a " + type);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        while (true) {
            Object[] values = Arrays.stream(components)
                    .map(component -> make(component.getGenericType()))
                    .toArray();
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                return constructor.newInstance(values);
            } catch (InvocationTargetException refused) {
                if (!(refused.getCause() instanceof IllegalArgumentException)) {
                    throw new AssertionError(refused);
                }
            } catch (ReflectiveOperationException broken) {
                throw new LinkageError(broken.getMessage(), broken);
            }
        }
    }

    private IpAddress address() {
        return random.nextBoolean()
                ? new Ipv4Address(random.nextInt())
                : new Ipv6Address(
                        random.nextBoolean() ? 0 : random.nextLong(), random.nextLong() >>> random.nextInt(64));
    }

    private int number32() {
        return random.nextBoolean() ? random.nextInt(-1, 10_000) : random.nextInt();
    }

    private long number64() {
        return switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE;
            case 1 -> random.nextLong();
            default -> random.nextLong(-1, 100_000);
        };
    }

    private double decimal() {
        return random.nextBoolean() ? random.nextInt(400) : random.nextInt(4000) / 10.0;
    }
}
