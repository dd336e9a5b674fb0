package dev.kolo.probe.redact;

import dev.kolo.probe.read.text.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Placeholders for names. Hosts keep their order and their kind: a name that the readers take for a host's by its form
 * (spark1) gets one of that form (host1), any other name (athens) gets one that needs a context, too (anon-a).
 */
final class NameImages {
    /** Shorter parts of a name stand in too many other words. */
    private static final int FEWEST_TELLING = 5;

    private final Map<Sort, Counted> numbers = new TreeMap<>();
    private final Set<String> spellings = new TreeSet<>();
    private final Map<String, Boolean> sure = new TreeMap<>();
    private final Set<String> taken = new TreeSet<>();
    private final Map<String, String> placeholders = new TreeMap<>();

    /** Takes a name; a host's by all its spellings. */
    void learn(Sort sort, String value) {
        if (sort == Sort.HOST) {
            spellings.add(value);
            sure.merge(Names.hostKey(value), Names.isSurelyHost(value), Boolean::logicalOr);
        }
        counted(sort).learn(key(sort, value));
        if (sort == Sort.DOMAIN || sort == Sort.USER) {
            parts(sort, value);
        }
    }

    /** "meierwerke" of meierwerke.de and "meier" of anna.meier give as much away as the whole. */
    private void parts(Sort sort, String value) {
        String[] parts = value.toLowerCase(Locale.ROOT).split(sort == Sort.DOMAIN ? "\\." : "[._+-]", -1);
        if (sort == Sort.DOMAIN && parts.length > 1) {
            part(Sort.DOMAIN, parts[parts.length - 2]);
        } else if (sort == Sort.USER && parts.length > 1) {
            for (String part : parts) {
                part(Sort.USER, part);
            }
        }
    }

    private void part(Sort sort, String part) {
        if (part.length() >= FEWEST_TELLING && !FormatWords.contains(part) && Word.isUser(part)) {
            counted(sort).learn(part);
        }
    }

    /** Takes note of a word in a text that looks like a placeholder, so that none is given out twice. */
    void takenBySomebody(String word) {
        taken.add(word.toLowerCase(Locale.ROOT));
    }

    private static String key(Sort sort, String value) {
        return switch (sort) {
            case HOST -> Names.hostKey(value);
            case NETWORK -> value;
            default -> value.toLowerCase(Locale.ROOT);
        };
    }

    void settle() {
        for (String domain : List.copyOf(listOf(Sort.DOMAIN))) {
            int dot = domain.indexOf('.');
            if (dot > 0 && isHost(domain.substring(0, dot)) && domain.indexOf('.', dot + 1) > 0) {
                counted(Sort.DOMAIN).learn(domain.substring(dot + 1));
            }
        }
        numbers.forEach((sort, counted) -> {
            counted.number();
            int next = 1;
            for (String key : counted.values()) {
                String placeholder = placeholder(sort, key, next++);
                while (taken.contains(placeholder)) {
                    placeholder = placeholder(sort, key, next++);
                }
                placeholders.put(sort + " " + key, placeholder);
            }
        });
    }

    private String placeholder(Sort sort, String key, int number) {
        return switch (sort) {
            case HOST -> sure.getOrDefault(key, false) ? "host" + number : "anon-" + letters(number);
            case USER -> "user" + number;
            // A part of a domain becomes one label, so that what stood around it is still a name.
            case DOMAIN -> "domain" + number + (key.indexOf('.') > 0 ? ".example" : "");
            default -> "network" + number;
        };
    }

    /** a, b … z, aa, ab … */
    private static String letters(int number) {
        String out = "";
        for (int rest = number; rest > 0; rest = (rest - 1) / 26) {
            out = (char) ('a' + (rest - 1) % 26) + out;
        }
        return out;
    }

    private boolean isHost(String label) {
        return placeholders.containsKey(Sort.HOST + " " + Names.hostKey(label))
                || sure.containsKey(Names.hostKey(label));
    }

    String of(Sort sort, String value) {
        int dot = value.indexOf('.');
        if (sort == Sort.DOMAIN && dot > 0 && value.indexOf('.', dot + 1) > 0 && isHost(value.substring(0, dot))) {
            return of(Sort.HOST, value.substring(0, dot)) + "." + of(Sort.DOMAIN, value.substring(dot + 1));
        }
        String key = key(sort, value);
        String placeholder = placeholders.getOrDefault(
                sort + " " + key, placeholder(sort, key, counted(sort).of(key)));
        return sort == Sort.HOST ? spelledLike(value, placeholder) : placeholder;
    }

    /** "Spark 1" becomes "host 1", since a reader may take the two words apart. */
    private static String spelledLike(String original, String placeholder) {
        int digits = original.length();
        while (digits > 0 && original.charAt(digits - 1) >= '0' && original.charAt(digits - 1) <= '9') {
            digits--;
        }
        boolean apart = digits > 0 && digits < original.length() && " -_".indexOf(original.charAt(digits - 1)) >= 0;
        return apart && placeholder.startsWith("host")
                ? "host" + original.charAt(digits - 1) + placeholder.substring("host".length())
                : placeholder;
    }

    /** All names of a sort in the spellings in which they were found. */
    List<String> listOf(Sort sort) {
        List<String> all = new ArrayList<>();
        if (sort == Sort.HOST) {
            all.addAll(spellings);
        } else {
            counted(sort).values().forEach(all::add);
        }
        return all;
    }

    private Counted counted(Sort sort) {
        return numbers.computeIfAbsent(sort, s -> new Counted());
    }
}
