package dev.kolo.doctor.violation;

import dev.kolo.page.violation.Shape;
import dev.kolo.probe.violation.Reader;
import dev.kolo.probe.violation.Reading;

/** What the rules of the house forbid the doctor, beside the one thing that it may do. */
public final class Violations {
    private Violations() {}

    static final class ReadsByItself {
        Reading read() {
            return new Reader().read();
        }
    }

    static final class JudgesWhatWasRead {
        String judge(Reading reading) {
            return reading.text();
        }
    }

    static final class DrawsByItself {
        String draw(Shape shape) {
            return shape.name();
        }
    }
}
