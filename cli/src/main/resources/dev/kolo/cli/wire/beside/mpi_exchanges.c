/*
 * The MPI side of `kolo wire bench --beside openmpi`: times each exchange by itself, as the ranks of Kolo do, so that both are
 * compared in one run. Built with mpicc when it is needed.
 *
 * Every rank connects to the starter's socket (its path is the one argument) and says its number (4 bytes). Then it reads
 * orders, a line each: OP BYTES PAYLOAD WARM TIMES, and answers with TIMES durations of 8 bytes in nanoseconds, both numbers
 * in the machine's own byte order. It waits for an order in a blocking read, so that an idle MPI rank takes no core from the
 * ranks that are being timed. End of file ends it.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { WINDOW = 86 };

static int rank, world;

static uint64_t now_nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void stop(const char *what) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *memory(size_t bytes) {
    void *all = NULL;
    if (posix_memalign(&all, 4096, bytes < 4096 ? 4096 : bytes) != 0) {
        stop("no memory");
    }
    memset(all, 0, bytes);
    return all;
}

/* Every word anew, as Kolo's ranks do it; floats stay small, so that sums are finite. */
static void rewrite(char *at, long bytes, int floats, uint64_t round) {
    long i = 0;
    if (floats) {
        for (; i + 4 <= bytes; i += 4) {
            *(float *)(at + i) = (float)((round + (uint64_t)i) & 63);
        }
        return;
    }
    for (; i + 8 <= bytes; i += 8) {
        *(uint64_t *)(at + i) = round * 0x9E3779B97F4A7C15u + (uint64_t)i;
    }
    for (; i < bytes; i++) {
        at[i] = (char)(round + (uint64_t)i);
    }
}

static void exchange(int reduces, char *in, char *out, int bytes) {
    if (reduces) {
        MPI_Allreduce(in, out, bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    } else {
        MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
}

static void answer(int to, const char *from, size_t bytes) {
    while (bytes > 0) {
        ssize_t written = write(to, from, bytes);
        if (written <= 0) {
            stop("the starter has ended");
        }
        from += written;
        bytes -= (size_t)written;
    }
}

static void run(int to, const char *op, int bytes, const char *payload, long warm, long times) {
    int reduces = strcmp(op, "all-reduce-f32") == 0;
    int windows = strcmp(op, "window-86-all-gather") == 0;
    int rewrites = strcmp(payload, "rewritten") == 0;
    char *in = memory((size_t)bytes);
    char *out = memory((size_t)bytes * (size_t)(reduces ? 1 : world));
    uint64_t *took = memory(sizeof(uint64_t) * (size_t)times);
    MPI_Barrier(MPI_COMM_WORLD);
    for (long round = 0; round < warm + times; round++) {
        if (rewrites) {
            rewrite(in, bytes, reduces, (uint64_t)round);
        }
        if (windows) {
            MPI_Barrier(MPI_COMM_WORLD);
        }
        uint64_t start = now_nanos();
        for (int i = 0; i < (windows ? WINDOW : 1); i++) {
            exchange(reduces, in, out, bytes);
        }
        uint64_t nanos = now_nanos() - start;
        if (round >= warm) {
            took[round - warm] = windows ? nanos / WINDOW : nanos;
        }
    }
    if (!reduces && memcmp(out + (size_t)rank * (size_t)bytes, in, (size_t)bytes) != 0) {
        stop("an all-gather left other bytes than were sent");
    }
    answer(to, (const char *)took, sizeof(uint64_t) * (size_t)times);
    free(in);
    free(out);
    free(took);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) {
        stop("wants the path of its starter's socket");
    }
    strcpy(address.sun_path, argv[1]);
    int starter = socket(AF_UNIX, SOCK_STREAM, 0);
    if (starter < 0 || connect(starter, (struct sockaddr *)&address, sizeof address) != 0) {
        stop("the starter does not listen");
    }
    int32_t own = rank;
    answer(starter, (const char *)&own, sizeof own);
    FILE *orders = fdopen(dup(starter), "r");
    char line[256], op[64], payload[64];
    int bytes;
    long warm, times;
    while (fgets(line, sizeof line, orders) != NULL) {
        if (sscanf(line, "%63s %d %63s %ld %ld", op, &bytes, payload, &warm, &times) != 5) {
            stop("an order that is none");
        }
        run(starter, op, bytes, payload, warm, times);
    }
    MPI_Finalize();
    return 0;
}
