package dev.kolo.doctor.nccl;

import dev.kolo.doctor.nccl.ConnectCheck.Broken;
import dev.kolo.probe.nccl.ConnectFailure;

/** What NCCL's retries cost, in words. */
final class Retries {
    private Retries() {}

    /** "; 34 retries cost 59.5 s", or nothing. */
    static String of(Broken broken) {
        int attempts = 0;
        long millis = 0;
        for (ConnectCheck.Seen seen : broken.failures()) {
            ConnectFailure failure = seen.failure();
            attempts = Math.max(attempts, failure.attempts());
            millis = Math.max(millis, failure.sleptMillis());
        }
        return millis == 0
                ? ""
                : "; " + (attempts - (broken.first().gaveUp() ? 1 : 0)) + " retries cost " + seconds(millis) + " s";
    }

    /** Tenths of a second, in figures that do not depend on a locale. */
    static String seconds(long millis) {
        return millis / 1000 + "." + millis % 1000 / 100;
    }
}
