package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.LogTime;
import dev.kolo.probe.read.text.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One message of NCCL: {@code HOST:PID:TID [dev] NCCL INFO text}, with what loggers and engines put before it. Several
 * processes write into one pipe, so that a physical line can hold two messages or the rests of one.
 *
 * @param host as the message names it; empty when it does not
 * @param process process id; 0 when it has none
 * @param label what engines and container runtimes call the process
 * @param time when it was printed
 * @param isWarning true for {@code NCCL WARN}
 * @param isMarked false for a line without NCCL's own mark
 * @param body the text behind the mark
 * @param quote the message from its own header on, for evidence
 */
record LogLine(
        String host,
        long process,
        ProcessLabel label,
        Optional<LogTime> time,
        boolean isWarning,
        boolean isMarked,
        String body,
        String quote) {
    private static final String MARK = "NCCL ";

    /** Ray prints equal lines of several processes once, with this behind it. */
    private static final String REPEATED = " [repeated ";

    private static final int MAX_MESSAGES = 16;

    /** Takes a visible line apart; empty when NCCL's mark is not in it. */
    static List<LogLine> of(String text) {
        int mark = nextMark(text, 0);
        if (mark < 0) {
            return List.of();
        }
        List<LogLine> found = new ArrayList<>();
        Header header = Header.before(text, 0, mark);
        ProcessLabel label = ProcessLabel.in(text.substring(0, header.start()));
        Optional<LogTime> time = LogTimes.in(text.substring(0, mark));
        while (found.size() < MAX_MESSAGES) {
            int bodyStart = text.indexOf(' ', mark + MARK.length()) + 1;
            int next = nextMark(text, bodyStart);
            Optional<Header> following = next < 0
                    ? Optional.empty()
                    : Optional.of(Header.before(text, bodyStart, next)).filter(h -> h.process() > 0);
            int end = following.map(Header::start).orElse(text.length());
            found.add(message(text, header, mark, bodyStart, end, label, time));
            if (following.isEmpty()) {
                break;
            }
            header = following.get();
            time = LogTimes.in(text.substring(end, next));
            mark = next;
        }
        return found;
    }

    /** The same message of another host. */
    LogLine ofHost(String name) {
        return new LogLine(name, process, label, time, isWarning, isMarked, body, quote);
    }

    private static LogLine message(
            String text, Header header, int mark, int bodyStart, int end, ProcessLabel label, Optional<LogTime> time) {
        boolean warning = text.startsWith("WARN", mark + MARK.length());
        int repeated = text.indexOf(REPEATED, bodyStart);
        int cut = repeated > 0 && repeated < end ? repeated : end;
        return new LogLine(
                header.host(),
                header.process(),
                label,
                time,
                warning,
                true,
                text.substring(bodyStart, cut).strip(),
                text.substring(header.start(), end).strip());
    }

    /** A line that NCCL did not mark: an engine's word about it, a trace, a pasted excerpt. */
    static LogLine bare(String text, String cleaned, Optional<String> host) {
        return new LogLine(
                host.orElse(""),
                0,
                ProcessLabel.in(text),
                LogTimes.in(text),
                false,
                false,
                cleaned.strip(),
                cleaned.strip());
    }

    /** Prose speaks of "zero NCCL WARN" too: that is seen by what stands before the mark. */
    private static int nextMark(String text, int from) {
        for (int at = text.indexOf(MARK, from); at >= 0; at = text.indexOf(MARK, at + 1)) {
            boolean level = text.startsWith("INFO ", at + 5)
                    || text.startsWith("WARN ", at + 5)
                    || text.startsWith("TRACE ", at + 5)
                    || text.startsWith("ABORT ", at + 5);
            if (level && Header.fits(text, from, at)) {
                return at;
            }
        }
        return -1;
    }

    /**
     * What NCCL itself puts before its mark.
     *
     * @param host the host's name
     * @param process the process id, 0 when there is none
     * @param start where the header begins
     */
    private record Header(String host, long process, int start) {
        /** Before the mark stands nothing, "[0]", or the source line. */
        static boolean fits(String text, int from, int mark) {
            String before = text.substring(from, mark).stripTrailing();
            String last = before.substring(before.lastIndexOf(' ') + 1);
            return before.isEmpty() || last.endsWith("]") || last.endsWith("|") || last.endsWith(")") || isSource(last);
        }

        private static boolean isSource(String word) {
            return word.contains(".cc:") || word.contains(".cu:") || word.contains(".h:");
        }

        static Header before(String text, int from, int mark) {
            int end = backOverBlanks(text, from, mark);
            int start = wordStart(text, from, end);
            int headerStart = end;
            if (isSource(text.substring(start, end))) {
                headerStart = start;
                end = backOverBlanks(text, from, start);
                start = wordStart(text, from, end);
            }
            if (isDevice(text, start, end)) {
                headerStart = start;
                end = backOverBlanks(text, from, start);
                start = wordStart(text, from, end);
            }
            int second = text.lastIndexOf(':', end - 1);
            int first = second <= start ? -1 : text.lastIndexOf(':', second - 1);
            if (first <= start || !isNumber(text, first + 1, second) || !isNumber(text, second + 1, end)) {
                return new Header("", 0, headerStart);
            }
            int host = first;
            while (host > start && isHostChar(text.charAt(host - 1))) {
                host--;
            }
            String name = text.substring(host, first);
            return Names.isHostLike(name)
                    ? new Header(name, Long.parseLong(text.substring(first + 1, second)), host)
                    : new Header("", Long.parseLong(text.substring(first + 1, second)), start);
        }

        private static boolean isDevice(String text, int start, int end) {
            return end - start >= 3
                    && text.charAt(start) == '['
                    && text.charAt(end - 1) == ']'
                    && (isNumber(text, start + 1, end - 1) || text.startsWith("[-1]", start));
        }

        private static boolean isHostChar(char c) {
            return c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.');
        }

        private static boolean isNumber(String text, int from, int to) {
            if (to <= from || to - from > 10) {
                return false;
            }
            for (int i = from; i < to; i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }

        private static int backOverBlanks(String text, int from, int at) {
            int end = at;
            while (end > from && text.charAt(end - 1) <= ' ') {
                end--;
            }
            return end;
        }

        private static int wordStart(String text, int from, int end) {
            int start = end;
            while (start > from && text.charAt(start - 1) > ' ') {
                start--;
            }
            return start;
        }
    }
}
