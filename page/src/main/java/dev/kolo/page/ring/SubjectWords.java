package dev.kolo.page.ring;

/**
 * Reads the names in a finding's subject. A function stands there as {@code spark2:enp1s0f0np0}, in a list that ends in
 * its hosts ({@code enp1s0f0np0, enp1s0f1np1 on spark1 and spark2; …}), or alone, and is then one of the finding's host.
 */
final class SubjectWords {
    private final String subject;
    private final String host;

    SubjectWords(String subject, String host) {
        this.subject = subject;
        this.host = host;
    }

    /** Whether the subject names the function of that name on that host. */
    boolean name(String function, String ofHost) {
        for (int at = find(subject, function, 0); at >= 0; at = find(subject, function, at + 1)) {
            if (at > 0 && subject.charAt(at - 1) == ':') {
                String before = subject.substring(0, at - 1);
                if (before.endsWith(ofHost) && startsWord(before, before.length() - ofHost.length())) {
                    return true;
                }
                continue;
            }
            String hosts = hostsAfter(at);
            boolean named = hosts.isEmpty() ? isOwn(ofHost) : holds(hosts, ofHost);
            if (named) {
                return true;
            }
        }
        return false;
    }

    /** What follows " on " behind a place, up to the next semicolon. */
    private String hostsAfter(int at) {
        int end = subject.indexOf(';', at);
        String rest = subject.substring(at, end < 0 ? subject.length() : end);
        int on = rest.indexOf(" on ");
        return on < 0 ? "" : rest.substring(on + 4);
    }

    private boolean isOwn(String ofHost) {
        return host.isEmpty() ? holds(subject, ofHost) : host.equals(ofHost);
    }

    /** True when the text holds the words and neither neighbour character would make them part of a longer name. */
    static boolean holds(String text, String words) {
        return find(text, words, 0) >= 0;
    }

    private static int find(String text, String words, int from) {
        if (words.isEmpty()) {
            return -1;
        }
        for (int at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
            if (startsWord(text, at) && endsWord(text, at + words.length())) {
                return at;
            }
        }
        return -1;
    }

    private static boolean startsWord(String text, int at) {
        return at == 0 || !isNamePart(text.charAt(at - 1));
    }

    private static boolean endsWord(String text, int end) {
        return end == text.length()
                || !isNamePart(text.charAt(end))
                || text.charAt(end) == '.' && (end + 1 == text.length() || text.charAt(end + 1) == ' ');
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '@';
    }
}
