/*
 * kolo_mailbox.h: uses a rank's wire from C, C++ or the host side of CUDA, through the mailbox that `kolo wire serve` keeps.
 * Needs the C library and a compiler with GCC's __atomic built-ins (the C11 memory model), nothing else. The layout and its
 * rules are docs/mailbox.md, version 1.
 *
 *     struct kolo_mailbox box;
 *     if (kolo_mailbox_attach(&box, "/dev/shm/kolo-mailbox-r0", NULL) != 0) { fputs(box.error, stderr); return 1; }
 *     if (kolo_all_reduce(&box, gradients, gradients, bytes, KOLO_MAILBOX_TYPE_BF16, KOLO_MAILBOX_HOW_SUM) != 0) ...
 *     kolo_mailbox_leave(&box);
 *
 * Every call returns 0, or -1 with a sentence in box.error. After a failure every call fails, and outputs are filled with
 * 0xFF (NaN, -1). One thread at a time uses a box. A process that forks uses it on one side alone.
 */
#ifndef KOLO_MAILBOX_H
#define KOLO_MAILBOX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "kolo_mailbox_abi.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a mailbox is little-endian"
#endif

#ifdef __cplusplus
extern "C" {
#endif


struct kolo_mailbox {
  unsigned char *base; /* the mapping; NULL when not attached */
  uint64_t file_bytes;
  uint64_t slots_at, slot_stride;
  uint64_t block_bytes, area_bytes;
  uint64_t inputs_at, outputs_at;
  uint64_t heartbeat_bound_nanos;
  uint32_t rank, world;
  uint32_t next;    /* number of the next operation */
  int failed;       /* nothing is accepted any more; error says why */
  int file, server; /* descriptors: the file with its lock; the server's process, -1 when not to be had */
  uint32_t heartbeat;
  uint64_t silent_nanos, looked_nanos;
  char error[2560];
};

/* One operation. input_at and output_at are offsets in the file, anywhere inside the payload. */
struct kolo_order {
  uint32_t op, type, how, flags;
  int32_t root;
  uint64_t bytes, input_at, output_at;
  const uint64_t *lengths; /* with KOLO_MAILBOX_FLAG_LENGTHS: one a rank */
};

/* ---- words ---- */

static inline uint32_t *kolo_u32_(struct kolo_mailbox *box, uint64_t at) { return (uint32_t *)(void *)(box->base + at); }
static inline uint64_t *kolo_u64_(struct kolo_mailbox *box, uint64_t at) { return (uint64_t *)(void *)(box->base + at); }

static inline uint64_t kolo_slot_(struct kolo_mailbox *box, uint32_t n) {
  return box->slots_at + (n & 1) * box->slot_stride;
}

static inline uint64_t kolo_now_(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

__attribute__((format(printf, 2, 3))) static inline int kolo_fail_(struct kolo_mailbox *box, const char *form, ...) {
  va_list rest;
  box->failed = 1;
  va_start(rest, form);
  vsnprintf(box->error, sizeof box->error, form, rest);
  va_end(rest);
  return -1;
}

/* ---- attaching ---- */

/* Field 22 of /proc/self/stat; the second field is the program's name in brackets, and may contain anything. */
static inline uint64_t kolo_start_ticks_(void) {
  char text[1024];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (got <= 0) return 0;
  text[got] = 0;
  const char *at = strrchr(text, ')');
  for (int field = 2; at != NULL && field < 22; field++) at = strchr(at + 1, ' ');
  return at == NULL ? 0 : strtoull(at + 1, NULL, 10);
}

static inline uint64_t kolo_pid_namespace_(void) {
  struct stat about;
  return stat("/proc/self/ns/pid", &about) == 0 ? (uint64_t)about.st_ino : 0;
}

static inline int kolo_open_(struct kolo_mailbox *box, const char *path) {
  struct stat about;
  box->file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (box->file < 0 && errno == ENOENT)
    return kolo_fail_(box, "there is no mailbox %s: start `kolo wire serve` for this rank first", path);
  if (box->file < 0 && errno == ELOOP)
    return kolo_fail_(box, "the mailbox %s is a symbolic link, which is not followed", path);
  if (box->file < 0) return kolo_fail_(box, "the mailbox %s cannot be opened: %s", path, strerror(errno));
  if (fstat(box->file, &about) != 0) return kolo_fail_(box, "the mailbox %s: %s", path, strerror(errno));
  if (!S_ISREG(about.st_mode)) return kolo_fail_(box, "the mailbox %s is no regular file", path);
  if (about.st_uid != geteuid())
    return kolo_fail_(box, "the mailbox %s belongs to user %u, and this process runs as user %u", path,
                      (unsigned)about.st_uid, (unsigned)geteuid());
  if ((about.st_mode & 07777) != 0600)
    return kolo_fail_(box, "the mailbox %s has mode %04o, and must have 0600: somebody else may write to it", path,
                      (unsigned)(about.st_mode & 07777));
  if (about.st_size < KOLO_MAILBOX_HEADER_BYTES)
    return kolo_fail_(box, "the mailbox %s has %lld bytes, less than its header's %d: it is cut off", path,
                      (long long)about.st_size, KOLO_MAILBOX_HEADER_BYTES);
  box->file_bytes = (uint64_t)about.st_size;
  void *base = mmap(NULL, box->file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, box->file, 0);
  if (base == MAP_FAILED) return kolo_fail_(box, "the mailbox %s cannot be mapped: %s", path, strerror(errno));
  box->base = (unsigned char *)base;
  return 0;
}

static inline int kolo_read_header_(struct kolo_mailbox *box, const char *path, const char *session) {
  char found[33];
  if (*kolo_u64_(box, KOLO_MAILBOX_MAGIC_AT) != KOLO_MAILBOX_MAGIC)
    return kolo_fail_(box, "%s is no mailbox: it does not begin with KOLOMBX1", path);
  if (*kolo_u32_(box, KOLO_MAILBOX_VERSION_AT) != KOLO_MAILBOX_VERSION)
    return kolo_fail_(box, "the mailbox %s has version %u, and this client speaks version %d: use the client of the server's Kolo",
                      path, (unsigned)*kolo_u32_(box, KOLO_MAILBOX_VERSION_AT), KOLO_MAILBOX_VERSION);
  if (*kolo_u64_(box, KOLO_MAILBOX_FILE_BYTES_AT) != box->file_bytes)
    return kolo_fail_(box, "the mailbox %s has %llu bytes, and its header says %llu: it is cut off", path,
                      (unsigned long long)box->file_bytes,
                      (unsigned long long)*kolo_u64_(box, KOLO_MAILBOX_FILE_BYTES_AT));
  box->rank = *kolo_u32_(box, KOLO_MAILBOX_RANK_AT);
  box->world = *kolo_u32_(box, KOLO_MAILBOX_WORLD_AT);
  box->next = *kolo_u32_(box, KOLO_MAILBOX_FIRST_OP_AT);
  box->slots_at = *kolo_u64_(box, KOLO_MAILBOX_SLOTS_AT_AT);
  box->slot_stride = *kolo_u32_(box, KOLO_MAILBOX_SLOT_STRIDE_AT);
  box->block_bytes = *kolo_u64_(box, KOLO_MAILBOX_BLOCK_BYTES_AT);
  box->area_bytes = *kolo_u64_(box, KOLO_MAILBOX_AREA_BYTES_AT);
  box->inputs_at = *kolo_u64_(box, KOLO_MAILBOX_INPUTS_AT_AT);
  box->outputs_at = *kolo_u64_(box, KOLO_MAILBOX_OUTPUTS_AT_AT);
  box->heartbeat_bound_nanos = *kolo_u64_(box, KOLO_MAILBOX_HEARTBEAT_BOUND_NANOS_AT);
  uint64_t most = box->file_bytes;
  if (*kolo_u32_(box, KOLO_MAILBOX_SLOT_COUNT_AT) != KOLO_MAILBOX_SLOT_COUNT || box->world < 2 ||
      box->world > KOLO_MAILBOX_MOST_RANKS || box->rank >= box->world || box->area_bytes > most / 2 ||
      box->block_bytes == 0 || box->block_bytes > box->area_bytes / box->world || box->slots_at > most ||
      box->slots_at + 2 * box->slot_stride > most || box->inputs_at > most || box->outputs_at > most ||
      box->inputs_at + 2 * box->area_bytes > most || box->outputs_at + 2 * box->area_bytes > most)
    return kolo_fail_(box, "the mailbox %s has slots or areas outside itself: it is damaged", path);
  for (int i = 0; i < 16; i++) snprintf(found + 2 * i, 3, "%02x", box->base[KOLO_MAILBOX_SESSION_AT + i]);
  if (session != NULL && strcmp(session, found) != 0)
    return kolo_fail_(box, "the mailbox %s belongs to session %s, wanted is session %s: its server was restarted", path,
                      found, session);
  return 0;
}

static inline int kolo_take_(struct kolo_mailbox *box, const char *path) {
  if (flock(box->file, LOCK_EX | LOCK_NB) != 0)
    return kolo_fail_(box, "the mailbox %s has a client already, process %u: a mailbox serves one", path,
                      (unsigned)*kolo_u32_(box, KOLO_MAILBOX_CLIENT_PID_AT));
  uint32_t *generation = kolo_u32_(box, KOLO_MAILBOX_GENERATION_AT);
  uint32_t open_one = KOLO_MAILBOX_GENERATION_OPEN;
  if (__atomic_load_n(kolo_u32_(box, KOLO_MAILBOX_POISON_AT), __ATOMIC_ACQUIRE) != 0)
    return kolo_fail_(box, "the session of the mailbox %s is over: %.*s", path, KOLO_MAILBOX_FAILURE_TEXT_MOST_BYTES,
                      (const char *)box->base + KOLO_MAILBOX_FAILURE_TEXT_AT);
  if (__atomic_load_n(generation, __ATOMIC_ACQUIRE) == open_one) {
    *kolo_u32_(box, KOLO_MAILBOX_CLIENT_PID_AT) = (uint32_t)getpid();
    *kolo_u64_(box, KOLO_MAILBOX_CLIENT_START_TICKS_AT) = kolo_start_ticks_();
    *kolo_u64_(box, KOLO_MAILBOX_CLIENT_PID_NAMESPACE_AT) = kolo_pid_namespace_();
    if (__atomic_compare_exchange_n(generation, &open_one, KOLO_MAILBOX_GENERATION_ATTACHED, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      return 0;
  }
  return kolo_fail_(box, "the mailbox %s has had its client, process %u, and is never resumed: start a new session", path,
                    (unsigned)*kolo_u32_(box, KOLO_MAILBOX_CLIENT_PID_AT));
}

static inline void kolo_release_(struct kolo_mailbox *box) {
  if (box->base != NULL) munmap(box->base, box->file_bytes);
  if (box->server >= 0) close(box->server);
  if (box->file >= 0) close(box->file);
  box->base = NULL;
  box->server = box->file = -1;
}

/* True when the server's process is known to have ended; unknown in another pid namespace. */
static inline int kolo_server_ended_(struct kolo_mailbox *box) {
  struct pollfd one = {box->server, POLLIN, 0};
  return box->server >= 0 && poll(&one, 1, 0) > 0;
}

/* Attaches to a mailbox; session is its id in hex, or NULL for any. */
static inline int kolo_mailbox_attach(struct kolo_mailbox *box, const char *path, const char *session) {
  memset(box, 0, sizeof *box);
  box->file = box->server = -1;
  int sound = kolo_open_(box, path) == 0 && kolo_read_header_(box, path, session) == 0;
  if (sound && *kolo_u64_(box, KOLO_MAILBOX_SERVER_PID_NAMESPACE_AT) == kolo_pid_namespace_()) {
    unsigned pid = *kolo_u32_(box, KOLO_MAILBOX_SERVER_PID_AT);
    box->server = (int)syscall(434 /* pidfd_open, everywhere */, pid, 0);
    if ((box->server < 0 && errno == ESRCH) || kolo_server_ended_(box))
      sound = kolo_fail_(box, "the server of the mailbox %s, process %u, has ended: start `kolo wire serve` again", path, pid) == 0;
  }
  if (sound && kolo_take_(box, path) == 0) {
    box->looked_nanos = kolo_now_();
    return 0;
  }
  kolo_release_(box);
  return -1;
}

static inline void kolo_part_(struct kolo_mailbox *box, uint32_t generation) {
  if (box->base == NULL) return;
  __atomic_store_n(kolo_u32_(box, KOLO_MAILBOX_GENERATION_AT), generation, __ATOMIC_RELEASE);
  kolo_release_(box);
  kolo_fail_(box, "this client has left its mailbox");
}

/* Leaves in peace. With an operation under way every rank's session fails; so it does when a process ends without it. */
static inline void kolo_mailbox_leave(struct kolo_mailbox *box) { kolo_part_(box, KOLO_MAILBOX_GENERATION_LEFT); }

/* Leaves because this program has failed: every rank's session fails at once. */
static inline void kolo_mailbox_give_up(struct kolo_mailbox *box) { kolo_part_(box, KOLO_MAILBOX_GENERATION_GAVE_UP); }

/* ---- waiting ---- */

/* Looks whether the session stands; cheap. */
static inline int kolo_mailbox_check(struct kolo_mailbox *box) {
  if (box->failed) return -1;
  if (__atomic_load_n(kolo_u32_(box, KOLO_MAILBOX_POISON_AT), __ATOMIC_ACQUIRE) == 0) return 0;
  uint32_t bytes = *kolo_u32_(box, KOLO_MAILBOX_FAILURE_TEXT_BYTES_AT);
  if (bytes > KOLO_MAILBOX_FAILURE_TEXT_MOST_BYTES) bytes = KOLO_MAILBOX_FAILURE_TEXT_MOST_BYTES;
  return kolo_fail_(box, "%.*s", (int)bytes, (const char *)box->base + KOLO_MAILBOX_FAILURE_TEXT_AT);
}

/* Looks for signs of life, while waiting. Time in which this process did not look does not count: it may have been stopped. */
static inline int kolo_look_(struct kolo_mailbox *box) {
  uint64_t now = kolo_now_(), past = now - box->looked_nanos;
  uint32_t beat = __atomic_load_n(kolo_u32_(box, KOLO_MAILBOX_HEARTBEAT_AT), __ATOMIC_RELAXED);
  box->looked_nanos = now;
  box->silent_nanos = beat != box->heartbeat ? 0 : box->silent_nanos + (past < 200000000u ? past : 200000000u);
  box->heartbeat = beat;
  if (kolo_mailbox_check(box) != 0) return -1;
  if (kolo_server_ended_(box)) {
    if (kolo_mailbox_check(box) != 0) return -1; /* its last words */
    return kolo_fail_(box, "the mailbox's server of rank %u has ended without a word: its process was killed", box->rank);
  }
  if (box->silent_nanos > box->heartbeat_bound_nanos)
    return kolo_fail_(box, "the mailbox's server of rank %u has given no sign of life for %.1f s: it was killed or stopped",
                      box->rank, (double)box->silent_nanos / 1e9);
  return 0;
}

/* Waits until a slot's word says {n, no poison}. */
static inline int kolo_await_(struct kolo_mailbox *box, uint32_t n) {
  const uint64_t *word = kolo_u64_(box, kolo_slot_(box, n) + KOLO_MAILBOX_DONE_AT);
  uint64_t looked = 0, began = 0;
  for (uint32_t turn = 1;; turn++) {
    uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (seen == n) return 0;
    if (seen >> 32 != 0 && kolo_mailbox_check(box) != 0) return -1;
    if (turn % 256 != 0) continue;
    uint64_t now = kolo_now_();
    if (began == 0) {
      began = looked = now;
      box->silent_nanos = 0;
      box->looked_nanos = now;
    }
    if (now - looked > 20000000u) {
      looked = now;
      if (kolo_look_(box) != 0) return -1;
    }
    if (now - began > 5000000u) {
      struct timespec nap = {0, 50000};
      nanosleep(&nap, NULL);
    } else {
      sched_yield();
    }
  }
}

/* ---- operations, one by one ---- */

static inline void *kolo_input(struct kolo_mailbox *box, uint32_t n) {
  return box->base + box->inputs_at + (n & 1) * box->area_bytes;
}

static inline void *kolo_output(struct kolo_mailbox *box, uint32_t n) {
  return box->base + box->outputs_at + (n & 1) * box->area_bytes;
}

/* Waits until the next operation's slot is free, and tells its number. The operation two before must be done with. */
static inline int kolo_acquire(struct kolo_mailbox *box, uint32_t *n) {
  if (box->failed || kolo_await_(box, box->next - KOLO_MAILBOX_SLOT_COUNT) != 0) return -1;
  *n = box->next;
  return 0;
}

/* Orders operation n, which kolo_acquire gave; the payload has been written. */
static inline int kolo_ring(struct kolo_mailbox *box, uint32_t n, const struct kolo_order *order) {
  uint64_t slot = box->failed ? 0 : kolo_slot_(box, n);
  if (box->failed) return -1;
  *kolo_u32_(box, slot + KOLO_MAILBOX_OP_AT) = order->op;
  *kolo_u32_(box, slot + KOLO_MAILBOX_TYPE_AT) = order->type;
  *kolo_u32_(box, slot + KOLO_MAILBOX_HOW_AT) = order->how;
  *kolo_u32_(box, slot + KOLO_MAILBOX_FLAGS_AT) = order->flags;
  *kolo_u32_(box, slot + KOLO_MAILBOX_ROOT_AT) = (uint32_t)order->root;
  *kolo_u64_(box, slot + KOLO_MAILBOX_BYTES_AT) = order->bytes;
  *kolo_u64_(box, slot + KOLO_MAILBOX_INPUT_AT_AT) = order->input_at;
  *kolo_u64_(box, slot + KOLO_MAILBOX_OUTPUT_AT_AT) = order->output_at;
  if (order->flags & KOLO_MAILBOX_FLAG_LENGTHS)
    memcpy(box->base + slot + KOLO_MAILBOX_LENGTHS_AT, order->lengths, box->world * sizeof *order->lengths);
  __atomic_store_n(kolo_u32_(box, slot + KOLO_MAILBOX_DOORBELL_AT), n, __ATOMIC_RELEASE);
  box->next = n + 1;
  return 0;
}

/* Waits until operation n is over; its result is in its output until operation n + 2 is rung. */
static inline int kolo_wait(struct kolo_mailbox *box, uint32_t n) { return box->failed ? -1 : kolo_await_(box, n); }

/* ---- collectives on the caller's own memory, of any size ---- */

/* A call as it is carried out in pieces: two slots, so that a piece is copied while the one before is under way. */
struct kolo_call_ {
  struct kolo_order order;
  const unsigned char *input;
  unsigned char *output;
  const uint64_t *lengths; /* one a rank, all of the call */
  uint64_t most;           /* the longest of them */
};

static inline uint64_t kolo_piece_(struct kolo_mailbox *box, uint64_t bytes, uint64_t from) {
  uint64_t left = bytes > from ? bytes - from : 0;
  return left < box->block_bytes ? left : box->block_bytes;
}

/* Copies and orders the piece that begins at `from`. */
static inline int kolo_begin_(struct kolo_mailbox *box, struct kolo_call_ *call, uint64_t from) {
  uint32_t n, op = call->order.op;
  uint64_t lengths[KOLO_MAILBOX_MOST_RANKS];
  if (kolo_acquire(box, &n) != 0) return -1;
  unsigned char *in = (unsigned char *)kolo_input(box, n), *out = (unsigned char *)kolo_output(box, n);
  call->order.input_at = (uint64_t)(in - box->base);
  call->order.output_at = (uint64_t)(out - box->base);
  call->order.bytes = kolo_piece_(box, call->most, from);
  if (op == KOLO_MAILBOX_OP_REDUCE_SCATTER) {
    for (uint32_t to = 0; to < box->world; to++)
      memcpy(in + to * call->order.bytes, call->input + to * call->most + from, call->order.bytes);
  } else if (op == KOLO_MAILBOX_OP_BROADCAST) {
    if (box->rank == (uint32_t)call->order.root) memcpy(out, call->output + from, call->order.bytes);
  } else if (op == KOLO_MAILBOX_OP_ALL_GATHER) {
    memcpy(in, call->input + from, kolo_piece_(box, call->lengths[box->rank], from));
    for (uint32_t of = 0; of < box->world; of++) lengths[of] = kolo_piece_(box, call->lengths[of], from);
    call->order.lengths = lengths;
  } else if (op != KOLO_MAILBOX_OP_BARRIER && !(op == KOLO_MAILBOX_OP_PAIR_EXCHANGE && call->order.root < 0)) {
    memcpy(in, call->input + from, call->order.bytes);
  }
  return kolo_ring(box, n, &call->order);
}

/* Waits for operation n, the piece that began at `from`, and copies its result. */
static inline int kolo_end_(struct kolo_mailbox *box, struct kolo_call_ *call, uint32_t n, uint64_t from) {
  uint32_t op = call->order.op;
  uint64_t bytes = kolo_piece_(box, call->most, from), at = 0;
  if (kolo_wait(box, n) != 0) return -1;
  const unsigned char *out = (const unsigned char *)kolo_output(box, n);
  if (op == KOLO_MAILBOX_OP_ALL_GATHER) {
    for (uint32_t of = 0; of < box->world; of++) {
      uint64_t piece = kolo_piece_(box, call->lengths[of], from);
      memcpy(call->output + at + from, out, piece);
      out += piece;
      at += call->lengths[of];
    }
  } else if (op == KOLO_MAILBOX_OP_ALL_REDUCE || op == KOLO_MAILBOX_OP_REDUCE_SCATTER ||
             (op == KOLO_MAILBOX_OP_BROADCAST && box->rank != (uint32_t)call->order.root) ||
             (op == KOLO_MAILBOX_OP_PAIR_EXCHANGE && call->order.root >= 0)) {
    memcpy(call->output + from, out, bytes);
  }
  return 0;
}

static inline int kolo_call_(struct kolo_mailbox *box, struct kolo_call_ *call, uint64_t output_bytes) {
  uint64_t from = 0, before = 0;
  int result = box->failed ? -1 : kolo_begin_(box, call, 0);
  while (result == 0 && call->most - from > box->block_bytes) {
    before = from;
    from += box->block_bytes;
    result = kolo_begin_(box, call, from);
    if (result == 0) result = kolo_end_(box, call, box->next - 2, before);
  }
  if (result == 0) result = kolo_end_(box, call, box->next - 1, from);
  if (result != 0 && output_bytes > 0) memset(call->output, 0xff, output_bytes);
  return result;
}

/* Blocks of different lengths, one a rank, the same on all ranks; they follow each other in the output. */
static inline int kolo_all_gather_variable(struct kolo_mailbox *box, const void *input, void *output,
                                           const uint64_t *lengths) {
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_ALL_GATHER, KOLO_MAILBOX_TYPE_BYTES, 0, KOLO_MAILBOX_FLAG_LENGTHS, -1, 0, 0, 0, NULL},
                            (const unsigned char *)input, (unsigned char *)output, lengths, 0};
  uint64_t all = 0;
  for (uint32_t of = 0; of < box->world; of++) {
    if (lengths[of] > call.most) call.most = lengths[of];
    all += lengths[of];
  }
  return kolo_call_(box, &call, all);
}

/* Every rank's bytes, in rank order. In place: the input is the own block of the output. */
static inline int kolo_all_gather(struct kolo_mailbox *box, const void *input, void *output, uint64_t bytes) {
  uint64_t lengths[KOLO_MAILBOX_MOST_RANKS];
  for (uint32_t of = 0; of < KOLO_MAILBOX_MOST_RANKS; of++) lengths[of] = bytes;
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_ALL_GATHER, KOLO_MAILBOX_TYPE_BYTES, 0, 0, -1, 0, 0, 0, NULL},
                            (const unsigned char *)input, (unsigned char *)output, lengths, bytes};
  return kolo_call_(box, &call, bytes * box->world);
}

/* The reduction of all ranks' inputs, with equal bits on all ranks. In place when both are the same. */
static inline int kolo_all_reduce(struct kolo_mailbox *box, const void *input, void *output, uint64_t bytes, uint32_t type,
                                  uint32_t how) {
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_ALL_REDUCE, type, how, 0, -1, 0, 0, 0, NULL},
                            (const unsigned char *)input, (unsigned char *)output, NULL, bytes};
  return kolo_call_(box, &call, bytes);
}

/* Rank r gets the reduction of all ranks' r-th block; the input has a block of `bytes` for each rank. */
static inline int kolo_reduce_scatter(struct kolo_mailbox *box, const void *input, void *output, uint64_t bytes,
                                      uint32_t type, uint32_t how) {
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_REDUCE_SCATTER, type, how, 0, -1, 0, 0, 0, NULL},
                            (const unsigned char *)input, (unsigned char *)output, NULL, bytes};
  return kolo_call_(box, &call, bytes);
}

/* The root's bytes on every rank. */
static inline int kolo_broadcast(struct kolo_mailbox *box, void *buffer, uint64_t bytes, int32_t root) {
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_BROADCAST, KOLO_MAILBOX_TYPE_BYTES, 0, 0, root, 0, 0, 0, NULL},
                            (const unsigned char *)buffer, (unsigned char *)buffer, NULL, bytes};
  return kolo_call_(box, &call, root == (int32_t)box->rank ? 0 : bytes);
}

/* Returns when every rank has called it. */
static inline int kolo_barrier(struct kolo_mailbox *box) {
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_BARRIER, KOLO_MAILBOX_TYPE_BYTES, 0, 0, -1, 0, 0, 0, NULL}, NULL, NULL, NULL, 0};
  return kolo_call_(box, &call, 0);
}

/* Exchanges bytes with a partner, which names this rank as its own; -1 stands for nobody. Every rank calls it. */
static inline int kolo_pair_exchange(struct kolo_mailbox *box, const void *input, void *output, uint64_t bytes,
                                     int32_t partner) {
  struct kolo_call_ call = {{KOLO_MAILBOX_OP_PAIR_EXCHANGE, KOLO_MAILBOX_TYPE_BYTES, 0, 0, partner, 0, 0, 0, NULL},
                            (const unsigned char *)input, (unsigned char *)output, NULL, bytes};
  return kolo_call_(box, &call, partner < 0 ? 0 : bytes);
}

#ifdef __cplusplus
}
#endif

#endif
