/*
 * The wire's suite through the C client: every case that it is given, judged with results of its own.
 *
 *     cc -O2 -o kolo_mailbox_suite kolo_mailbox_suite.c
 *     ./kolo_mailbox_suite MAILBOX CASES
 *
 * CASES is a file with a line for each call, the same for all ranks, as `kolo wire suite --client c` writes it:
 *
 *     number op type how bytes placement unequal exact label...
 *
 * Each rank knows every rank's input from the case's number alone, so nothing that travelled is needed to judge what
 * arrived. Prints FAILED lines and one SUMMARY; exits 0 when all passed.
 */
#include "kolo_mailbox.h"

/* A prime: data that was moved by a page, a slot or a block is never right by chance. */
#define PERIOD 4099
#define GUARD_BYTES 64
#define GUARD 0xa5

enum { OUT_OF_PLACE, IN_PLACE, SKEWED };

struct suite_case {
  uint32_t number, op, type, how;
  uint64_t bytes;
  int placement, unequal, exact;
  uint32_t width;
  char label[256];
};

/* ---- data ---- */

static uint32_t mix(const struct suite_case *of, uint32_t rank, uint64_t index) {
  uint32_t x = (uint32_t)index * 0x9E3779B1u + of->number * 0x85EBCA6Bu + rank * 0xC2B2AE35u + 0x27D4EB2Fu;
  x ^= x >> 15;
  x *= 0x2C1B3C6Du;
  return x ^ x >> 12;
}

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The element's bits, rounded to the nearest, halves to even; values here are zero or well inside every type's range. */
static uint32_t store(uint32_t type, float value) {
  uint32_t bits = bits_of(value);
  if (type == KOLO_MAILBOX_TYPE_F32) return bits;
  if (type == KOLO_MAILBOX_TYPE_BF16) return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  if (value == 0) return bits >> 16 & 0x8000;
  uint32_t magnitude = (bits & 0x7fffffff) - ((127u - 15) << 23);
  return (bits >> 16 & 0x8000) | (magnitude + 0xfff + (magnitude >> 13 & 1)) >> 13;
}

static float load(uint32_t type, uint32_t bits) {
  if (type == KOLO_MAILBOX_TYPE_F32) return float_of(bits);
  if (type == KOLO_MAILBOX_TYPE_BF16) return float_of(bits << 16);
  if ((bits & 0x7fff) == 0) return float_of(bits << 16);
  return float_of((bits & 0x8000) << 16 | ((bits & 0x7fff) + ((127u - 15) << 10)) << 13);
}

static uint32_t element(const struct suite_case *of, uint32_t rank, uint64_t index) {
  uint32_t drawn = mix(of, rank, index % PERIOD);
  if (of->type == KOLO_MAILBOX_TYPE_I32) return drawn;
  if (of->type == KOLO_MAILBOX_TYPE_BYTES) return drawn >> 24;
  /* The ring sums in an order of its own: small integers are exact in any. */
  float value = of->exact ? (float)((int)(drawn >> 24) % 17 - 8) : (float)((int)(drawn >> 20) - 2048) / (float)(1 << (drawn & 7));
  return store(of->type, value);
}

static uint32_t reduced(const struct suite_case *of, uint32_t world, uint64_t index) {
  uint32_t all = element(of, 0, index);
  float sum = load(of->type, all);
  for (uint32_t rank = 1; rank < world; rank++) {
    uint32_t one = element(of, rank, index);
    float value = load(of->type, one);
    int takes = of->type == KOLO_MAILBOX_TYPE_I32
                    ? (of->how == KOLO_MAILBOX_HOW_MAX ? (int32_t)one > (int32_t)all : (int32_t)one < (int32_t)all)
                    : (of->how == KOLO_MAILBOX_HOW_MAX ? value > sum : value < sum);
    if (of->how == KOLO_MAILBOX_HOW_SUM) {
      all += one;
      sum += value;
    } else if (takes) {
      all = one;
      sum = value;
    }
  }
  return of->type == KOLO_MAILBOX_TYPE_I32 ? all : store(of->type, sum);
}

/* Elements from number `first` on; world 0: one rank's own, otherwise the reduction over a world. */
static void fill(const struct suite_case *of, uint32_t rank, uint32_t world, uint64_t first, unsigned char *to, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += of->width) {
    uint64_t index = first + at / of->width;
    uint32_t bits = world > 0 ? reduced(of, world, index % PERIOD) : element(of, rank, index);
    memcpy(to + at, &bits, of->width);
  }
}

/* ---- one case ---- */

static uint64_t block(const struct suite_case *of, uint32_t rank, uint32_t world) {
  return of->unequal ? of->bytes * (world - 1 - rank) / (world - 1) : of->bytes;
}

struct scene {
  struct kolo_mailbox *box;
  uint64_t input_bytes, output_bytes, lengths[KOLO_MAILBOX_MOST_RANKS];
  int32_t root, partner;
  unsigned char *input, *output, *wanted;
};

static void set(struct scene *at, const struct suite_case *of) {
  uint32_t rank = at->box->rank, world = at->box->world;
  at->root = (int32_t)(of->number % world);
  at->partner = (rank ^ 1) < world ? (int32_t)(rank ^ 1) : -1;
  uint64_t all = 0;
  for (uint32_t from = 0; from < world; from++) {
    at->lengths[from] = block(of, from, world);
    if (of->op == KOLO_MAILBOX_OP_ALL_GATHER) fill(of, from, 0, 0, at->wanted + all, at->lengths[from]);
    all += at->lengths[from];
  }
  at->input_bytes = of->op == KOLO_MAILBOX_OP_REDUCE_SCATTER ? world * of->bytes : at->lengths[rank];
  at->output_bytes = of->op == KOLO_MAILBOX_OP_ALL_GATHER ? all : of->bytes;
  if (of->op == KOLO_MAILBOX_OP_ALL_REDUCE) fill(of, 0, world, 0, at->wanted, of->bytes);
  if (of->op == KOLO_MAILBOX_OP_REDUCE_SCATTER) fill(of, 0, world, rank * (of->bytes / of->width), at->wanted, of->bytes);
  if (of->op == KOLO_MAILBOX_OP_BROADCAST) {
    fill(of, (uint32_t)at->root, 0, 0, at->wanted, of->bytes);
    if ((int32_t)rank != at->root) at->input_bytes = 0;
  }
  if (of->op == KOLO_MAILBOX_OP_PAIR_EXCHANGE) {
    if (at->partner >= 0) fill(of, (uint32_t)at->partner, 0, 0, at->wanted, of->bytes);
    else at->output_bytes = 0;
  }
}

/* Where the buffers lie, and what is in them before the call. */
static void place(struct scene *at, const struct suite_case *of, unsigned char *input, unsigned char *output) {
  uint64_t skew = of->placement == SKEWED ? of->width : 0;
  at->output = output + GUARD_BYTES + skew;
  at->input = input + skew;
  if (of->op == KOLO_MAILBOX_OP_BROADCAST) at->input = at->output;
  else if (of->placement == IN_PLACE)
    at->input = at->output + (of->op == KOLO_MAILBOX_OP_ALL_GATHER ? at->box->rank * of->bytes : 0);
  memset(at->output - GUARD_BYTES, GUARD, at->output_bytes + 2 * GUARD_BYTES);
  fill(of, at->box->rank, 0, 0, at->input, at->input_bytes);
}

/* Through the caller's own memory, as most clients do. */
static int outside(struct scene *at, const struct suite_case *of) {
  struct kolo_mailbox *box = at->box;
  switch (of->op) {
    case KOLO_MAILBOX_OP_ALL_GATHER:
      return of->unequal ? kolo_all_gather_variable(box, at->input, at->output, at->lengths)
                         : kolo_all_gather(box, at->input, at->output, of->bytes);
    case KOLO_MAILBOX_OP_ALL_REDUCE: return kolo_all_reduce(box, at->input, at->output, of->bytes, of->type, of->how);
    case KOLO_MAILBOX_OP_REDUCE_SCATTER:
      return kolo_reduce_scatter(box, at->input, at->output, of->bytes, of->type, of->how);
    case KOLO_MAILBOX_OP_BROADCAST: return kolo_broadcast(box, at->output, of->bytes, at->root);
    case KOLO_MAILBOX_OP_BARRIER: return kolo_barrier(box);
    default: return kolo_pair_exchange(box, at->input, at->output, of->bytes, at->partner);
  }
}

/* Inside the mailbox, without a copy: in place, or one element off any alignment. */
static int inside(struct scene *at, const struct suite_case *of) {
  struct kolo_mailbox *box = at->box;
  uint32_t n;
  if (kolo_acquire(box, &n) != 0) return -1;
  place(at, of, (unsigned char *)kolo_input(box, n), (unsigned char *)kolo_output(box, n));
  struct kolo_order order = {of->op, of->type, of->how, 0, of->op == KOLO_MAILBOX_OP_BROADCAST ? at->root : at->partner,
                             of->bytes, (uint64_t)(at->input - box->base), (uint64_t)(at->output - box->base), NULL};
  return kolo_ring(box, n, &order) != 0 ? -1 : kolo_wait(box, n);
}

/* True when everything is as it must be. */
static int judge(const struct scene *at, const struct suite_case *of) {
  for (int i = 1; i <= GUARD_BYTES; i++) {
    if (*(at->output - i) != GUARD || at->output[at->output_bytes + (uint64_t)i - 1] != GUARD) {
      printf("FAILED rank %u %s: bytes beside the output were written\n", at->box->rank, of->label);
      return 0;
    }
  }
  for (uint64_t i = 0; i < at->output_bytes; i++) {
    if (at->output[i] != at->wanted[i]) {
      printf("FAILED rank %u %s: byte %llu of the output is 0x%02x, and must be 0x%02x\n", at->box->rank, of->label,
             (unsigned long long)i, at->output[i], at->wanted[i]);
      return 0;
    }
  }
  return 1;
}

static int read_case(FILE *from, struct suite_case *of) {
  unsigned long long bytes;
  static const uint32_t widths[] = {4, 2, 2, 4, 1};
  int got = fscanf(from, "%u %u %u %u %llu %d %d %d %255[^\n]", &of->number, &of->op, &of->type, &of->how, &bytes,
                   &of->placement, &of->unequal, &of->exact, of->label);
  of->bytes = bytes;
  if (got == 9 && of->type <= KOLO_MAILBOX_TYPE_BYTES) of->width = widths[of->type];
  return got == 9 && of->width > 0;
}

int main(int count, char **words) {
  struct kolo_mailbox box;
  struct scene at = {&box, 0, 0, {0}, 0, 0, NULL, NULL, NULL};
  struct suite_case of = {0};
  unsigned passed = 0, failed = 0;
  FILE *cases = count == 3 ? fopen(words[2], "r") : NULL;
  if (cases == NULL) {
    fputs("usage: kolo_mailbox_suite MAILBOX CASES\n", stderr);
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (kolo_mailbox_attach(&box, words[1], NULL) != 0) {
    printf("FAILED %s\n", box.error);
    return 1;
  }
  while (read_case(cases, &of)) {
    uint64_t room = of.bytes * box.world + 4 * GUARD_BYTES;
    unsigned char *input = (unsigned char *)malloc(room), *output = (unsigned char *)malloc(room);
    at.wanted = (unsigned char *)malloc(room);
    if (input == NULL || output == NULL || at.wanted == NULL) {
      printf("FAILED rank %u %s: there is no memory for it\n", box.rank, of.label);
      return 1;
    }
    set(&at, &of);
    int here = of.placement == OUT_OF_PLACE || of.bytes > box.block_bytes;
    if (here) place(&at, &of, input, output);
    if ((here ? outside(&at, &of) : inside(&at, &of)) != 0) {
      printf("FAILED rank %u %s: %s\n", box.rank, of.label, box.error);
      failed++;
      break;
    }
    if (judge(&at, &of)) passed++;
    else failed++;
    free(input);
    free(output);
    free(at.wanted);
  }
  printf("SUMMARY rank %u: %u passed, %u failed\n", box.rank, passed, failed);
  kolo_mailbox_leave(&box);
  return failed == 0 ? 0 : 1;
}
