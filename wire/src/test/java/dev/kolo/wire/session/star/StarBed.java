package dev.kolo.wire.session.star;

import dev.kolo.wire.record.Nonce;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Stars of all ranks in memory, with a clock that only the test moves. */
public final class StarBed {
    public static final long SECOND = 1_000_000_000L;
    public static final StarTimes TIMES = StarTimes.of(300 * SECOND, 300 * SECOND);

    public final List<Star> stars = new ArrayList<>();
    public final TreeMap<Integer, MemoryPipe> pipes = new TreeMap<>();
    public final List<String> heard = new ArrayList<>();
    public final TreeMap<Integer, List<byte[]>> records = new TreeMap<>();
    private long nonce = 7;
    public long now;

    /** All ranks of a world, not yet polled. */
    public static StarBed of(int world) {
        StarBed bed = new StarBed();
        bed.root(world, "secret");
        for (int rank = 1; rank < world; rank++) {
            bed.leaf(world, rank, "secret");
        }
        return bed;
    }

    /** All ranks of a world, in a formed star. */
    public static StarBed formed(int world) {
        StarBed bed = of(world);
        bed.until(bed::isFormed);
        return bed;
    }

    public RootStar root(int world, String token) {
        RootStar root = new RootStar(credentials(world, 0, token), TIMES, listener(0));
        stars.add(root);
        return root;
    }

    public LeafStar leaf(int world, int rank, String token) {
        MemoryPipe pipe = MemoryPipe.joined("root:1", "host" + rank + ":9");
        ((RootStar) stars.getFirst()).accept(pipe.other());
        pipes.put(rank, pipe);
        LeafStar leaf = new LeafStar(credentials(world, rank, token), TIMES, listener(rank), once(pipe));
        stars.add(leaf);
        return leaf;
    }

    /** What a rank is gathering, or has gathered last. */
    public String gatheringOf(int rank) {
        return stars.get(rank).gathering().map(Gathering::what).orElse("");
    }

    /** The connection of a rank, at its end. */
    public MemoryPipe pipe(int rank) {
        return Objects.requireNonNull(pipes.get(rank));
    }

    public static Dialer once(Pipe pipe) {
        List<Pipe> left = new ArrayList<>(List.of(pipe));
        return new Dialer() {
            @Override
            public Optional<Pipe> dial(long nowNanos) {
                return left.isEmpty() ? Optional.empty() : Optional.of(left.removeFirst());
            }

            @Override
            public String describe() {
                return "root:1 (connection refused)";
            }
        };
    }

    public Credentials credentials(int world, int rank, String token) {
        nonce++;
        return new Credentials(world, rank, "host" + rank, token, new Nonce(nonce, nonce * 31));
    }

    public StarListener listener(int rank) {
        return new StarListener() {
            @Override
            public void aborted(int from, byte[] record) {
                heard.add(rank + " hears abort of " + from);
                records.computeIfAbsent(rank, r -> new ArrayList<>()).add(record);
            }

            @Override
            public void fate(int of, Fate fate) {
                heard.add(rank + " hears " + of + " " + fate.state());
            }
        };
    }

    public boolean isFormed() {
        return stars.stream().allMatch(s -> s.phase() == Star.Phase.FORMED);
    }

    public void until(BooleanSupplier reached) {
        for (int round = 0; round < 200_000; round++) {
            if (reached.getAsBoolean()) {
                return;
            }
            poll();
        }
        throw new AssertionError(
                "not reached; phases " + stars.stream().map(Star::phase).toList() + ", failures "
                        + stars.stream().map(Star::failure).toList());
    }

    /** One poll of every rank, a millisecond later. */
    public void poll() {
        now += 1_000_000;
        stars.forEach(s -> s.poll(now));
    }

    /** Lets time pass, with a poll every 100 ms. */
    public void pass(long nanos) {
        for (long end = now + nanos; now < end; ) {
            now += SECOND / 10;
            stars.forEach(s -> s.poll(now));
        }
    }

    /** What every rank gathers when each gives one byte of its own. */
    public List<Gathering> gather(String what) {
        List<Gathering> all = new ArrayList<>();
        stars.forEach(s -> all.add(s.allGather(what, new byte[] {(byte) s.rank()})));
        return all;
    }
}
