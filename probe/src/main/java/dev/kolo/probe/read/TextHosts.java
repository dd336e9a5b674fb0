package dev.kolo.probe.read;

import dev.kolo.probe.read.HostText.Named;
import dev.kolo.probe.read.text.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hosts that one text speaks of, and which of them is speaking. */
final class TextHosts {
    /** No text about real machines names more hosts. */
    private static final int MAX_HOSTS = 1024;

    private final TextReading text;
    private final boolean given;
    private final Map<String, HostText> byKey = new LinkedHashMap<>();
    private final List<HostText> all = new ArrayList<>();
    private HostText last;
    private String lastName = "";
    private HostText base;
    private HostText current;

    /** Starts with the host that the text was asked from, or with one that nobody named. */
    TextHosts(TextReading text, Optional<String> givenName) {
        this.text = text;
        this.given = givenName.isPresent();
        this.base = new HostText(text, givenName.orElse(""), given ? Named.GIVEN : Named.NOT);
        this.current = base;
        this.last = base;
        all.add(base);
        givenName.ifPresent(name -> byKey.put(Names.hostKey(name), base));
    }

    List<HostText> all() {
        return List.copyOf(all);
    }

    HostText current() {
        return current;
    }

    /** A heading: this host speaks until the next one. */
    void chapter(HostText host) {
        base = host;
        current = host;
    }

    /** A prompt: this host speaks until the next prompt; without a name, the chapter's host. */
    void prompt(Optional<String> name) {
        current = name.map(n -> host(n, Named.BY_ITSELF)).orElse(base);
    }

    /** This host speaks one line, or until the returned one is put back. */
    HostText exchange(HostText host) {
        HostText was = current;
        current = host;
        return was;
    }

    /** From here on an unnamed host of its own speaks, as at the start of a probe's output. */
    void startUnnamed() {
        if (!given) {
            HostText unnamed = new HostText(text, "", Named.NOT);
            all.add(unnamed);
            chapter(unnamed);
        }
    }

    /** True when the text named this host before. */
    boolean knows(String name) {
        return byKey.containsKey(Names.hostKey(name));
    }

    /** The host of that name, made on its first mention. */
    HostText host(String name, Named how) {
        if (name.equals(lastName) && last.named().compareTo(how) >= 0) {
            return last;
        }
        last = find(name, how);
        lastName = name;
        return last;
    }

    private HostText find(String name, Named how) {
        String key = Names.hostKey(name);
        HostText known = byKey.get(key);
        if (known == null) {
            if (byKey.size() >= MAX_HOSTS) {
                return base;
            }
            known = new HostText(text, name, how);
            byKey.put(key, known);
            all.add(known);
        } else if (known.named().compareTo(how) < 0) {
            known.rename(known.name(), how);
        }
        return known;
    }

    /** A host states its own name: it takes it, unless it has one; a second name in one place is another host. */
    HostText ownName(HostText speaker, String own) {
        if (speaker.named() == Named.GIVEN || speaker.named() == Named.MENTIONED) {
            return speaker;
        }
        String key = Names.hostKey(own);
        if (Names.hostKey(speaker.name()).equals(key)) {
            return speaker;
        }
        if (speaker.named() == Named.NOT && !byKey.containsKey(key)) {
            speaker.rename(own, Named.BY_ITSELF);
            byKey.put(key, speaker);
            return speaker;
        }
        HostText other = host(own, Named.BY_ITSELF);
        if (speaker.equals(current)) {
            current = other;
        }
        return other;
    }
}
