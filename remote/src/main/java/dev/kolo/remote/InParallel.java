package dev.kolo.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Does one thing for many hosts at once, on virtual threads, so many at a time and no more. */
public final class InParallel {
    private InParallel() {}

    /**
     * What is done for one item.
     *
     * @param <T> the item
     * @param <R> the result
     */
    public interface Task<T, R> {
        R run(T item) throws InterruptedException;
    }

    /**
     * Runs a task for each item and returns the results in the items' order. When the caller is interrupted, or one task
     * throws, every other task is interrupted and has ended before this returns.
     *
     * @param items for what
     * @param limit how many at a time, at least 1
     * @param task what to do; must be thread-safe
     */
    public static <T, R> List<R> map(List<T> items, int limit, Task<T, R> task) throws InterruptedException {
        Semaphore places = new Semaphore(Math.max(1, limit));
        List<Future<R>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (T item : items) {
                    futures.add(threads.submit(() -> withPlace(places, task, item)));
                }
                List<R> results = new ArrayList<>();
                for (Future<R> future : futures) {
                    results.add(future.get());
                }
                return results;
            } catch (ExecutionException failure) {
                throw rethrown(failure);
            } finally {
                futures.forEach(future -> future.cancel(true));
            }
        }
    }

    private static <T, R> R withPlace(Semaphore places, Task<T, R> task, T item) throws InterruptedException {
        places.acquire();
        try {
            return task.run(item);
        } finally {
            places.release();
        }
    }

    private static RuntimeException rethrown(ExecutionException wrapper) throws InterruptedException {
        return switch (wrapper.getCause()) {
            case InterruptedException interrupted -> throw interrupted;
            case RuntimeException failure -> failure;
            case Error error -> throw error;
            case null, default -> new IllegalStateException(wrapper);
        };
    }
}
