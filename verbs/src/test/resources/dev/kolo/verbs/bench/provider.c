/* A provider that does what a real one does in user space, without a device: post_send copies each request and its piece
 * into a ring as a work queue entry and rings a doorbell in memory; poll_cq hands out the completions of signaled ones.
 * bench_calls fills the requests and makes the two calls, through the same pointers as the Java side. bench_nic does what a
 * NIC must do around them, too, as VerbsNic does: it checks bounds and room, keeps a log of requests that the device still has,
 * marks each with lane and sequence, and on a completion finds the lane, gives room back and calls a listener with the caller's
 * own mark. Built as a library by PostPollBenchmark. */
#include <infiniband/verbs.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

enum { RING = 1024 };
struct entry { uint64_t control[2], remote, key, address, length; uint8_t inlined[16]; };
static struct entry ring[RING];
static uint64_t done[RING];
static uint64_t head, made, taken;
static volatile uint64_t doorbell;

int stub_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad) {
  (void)qp; (void)bad;
  for (; wr; wr = wr->next) {
    struct entry *to = &ring[head % RING];
    to->control[0] = (uint64_t)wr->opcode << 32 | head;
    to->control[1] = wr->send_flags;
    to->remote = __builtin_bswap64(wr->wr.rdma.remote_addr);
    to->key = __builtin_bswap32(wr->wr.rdma.rkey);
    to->length = __builtin_bswap32(wr->sg_list[0].length);
    to->address = __builtin_bswap64(wr->sg_list[0].addr);
    if (wr->send_flags & IBV_SEND_INLINE) memcpy(to->inlined, (void *)(uintptr_t)wr->sg_list[0].addr, wr->sg_list[0].length);
    if (wr->send_flags & IBV_SEND_SIGNALED) done[made++ % RING] = wr->wr_id;
    head++;
  }
  __atomic_store_n(&doorbell, head, __ATOMIC_RELEASE);
  return 0;
}

int stub_poll_cq(struct ibv_cq *cq, int most, struct ibv_wc *wc) {
  int n = 0;
  (void)cq;
  for (; n < most && taken < made; n++) {
    memset(&wc[n], 0, sizeof wc[n]);
    wc[n].wr_id = done[taken++ % RING];
  }
  return n;
}

static int (*volatile post)(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **) = stub_post_send;
static int (*volatile poll)(struct ibv_cq *, int, struct ibv_wc *) = stub_poll_cq;

/* Nanoseconds of `rounds` exchanges: payload and inlined, signaled flag in one chain, then a poll that finds it. */
long bench_calls(long rounds, char *memory) {
  struct ibv_sge pieces[2];
  struct ibv_send_wr wrs[2], *bad;
  struct ibv_wc wc[16];
  struct timespec a, b;
  long seen = 0;
  memset(wrs, 0, sizeof wrs);
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (long i = 0; i < rounds; i++) {
    pieces[0] = (struct ibv_sge){(uintptr_t)memory + 4096 * (i & 1), 8192, 7};
    pieces[1] = (struct ibv_sge){(uintptr_t)memory, 8, 7};
    wrs[0].wr_id = 2 * i; wrs[0].next = &wrs[1]; wrs[0].sg_list = &pieces[0]; wrs[0].num_sge = 1;
    wrs[0].opcode = IBV_WR_RDMA_WRITE; wrs[0].send_flags = 0;
    wrs[0].wr.rdma.remote_addr = (uintptr_t)memory + 8192; wrs[0].wr.rdma.rkey = 9;
    wrs[1].wr_id = 2 * i + 1; wrs[1].next = 0; wrs[1].sg_list = &pieces[1]; wrs[1].num_sge = 1;
    wrs[1].opcode = IBV_WR_RDMA_WRITE; wrs[1].send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
    wrs[1].wr.rdma.remote_addr = (uintptr_t)memory; wrs[1].wr.rdma.rkey = 9;
    if (post((struct ibv_qp *)memory, wrs, &bad)) return -1;
    int got = poll((struct ibv_cq *)memory, 16, wc);
    for (int k = 0; k < got; k++) seen += wc[k].status == IBV_WC_SUCCESS;
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  return seen == rounds ? (b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec : -1;
}

enum { DEPTH = 256, SEQUENCE_BITS = 40 };
struct lane {
  struct ibv_send_wr wrs[2];
  struct ibv_sge pieces[2];
  uint64_t ids[DEPTH], head, tail, local, local_bytes, remote, remote_bytes, number;
  uint8_t marks[DEPTH];
  int unsignaled, state;
};
static struct lane *lanes[4];
static long outstanding, heard;
static unsigned polls;
typedef void (*listener)(int lane, uint64_t work, int status, int detail);

static int within(uint64_t from, uint64_t bytes, uint64_t all) { return bytes <= all && from <= all - bytes; }

/* 0: no room; 1: taken; a negative number: refused. */
__attribute__((noinline)) static int nic_post(int lane, uint64_t work, uint64_t from, uint64_t bytes, uint64_t to,
                                              uint64_t flag_from, uint64_t flag_to, int flags) {
  struct lane *l = lanes[lane];
  struct ibv_send_wr *bad;
  if (!l || l->state != 1) return 0;
  if (!within(from, bytes, l->local_bytes) || !within(to, bytes, l->remote_bytes) || !within(flag_from, 8, l->local_bytes) ||
      !within(flag_to, 8, l->remote_bytes))
    return -1;
  if (DEPTH - (l->head - l->tail) < 2) return 0;
  int asks = flags & IBV_SEND_SIGNALED || l->unsignaled + 2 >= DEPTH / 4;
  l->wrs[0].wr_id = l->number << SEQUENCE_BITS | l->head;
  l->wrs[0].next = &l->wrs[1];
  l->wrs[0].send_flags = 0;
  l->wrs[0].wr.rdma.remote_addr = l->remote + to;
  l->pieces[0].addr = l->local + from;
  l->pieces[0].length = bytes;
  l->marks[l->head++ % DEPTH] = 0;
  l->wrs[1].wr_id = l->number << SEQUENCE_BITS | l->head;
  l->wrs[1].send_flags = (asks ? IBV_SEND_SIGNALED : 0) | (flags & IBV_SEND_INLINE);
  l->wrs[1].wr.rdma.remote_addr = l->remote + flag_to;
  l->pieces[1].addr = l->local + flag_from;
  l->ids[l->head % DEPTH] = work;
  l->marks[l->head++ % DEPTH] = flags & IBV_SEND_SIGNALED ? 3 : 1;
  l->unsignaled = asks ? 0 : l->unsignaled + 2;
  outstanding += 2;
  return post((struct ibv_qp *)l, l->wrs, &bad) ? -1 : 1;
}

__attribute__((noinline)) static int nic_poll(listener listen) {
  struct ibv_wc wc[16];
  int all = 0, got = 16;
  while (outstanding > 0 && got == 16) {
    got = poll((struct ibv_cq *)lanes, 16, wc);
    for (int k = 0; k < got; k++) {
      struct lane *l = lanes[wc[k].wr_id >> SEQUENCE_BITS];
      uint64_t sequence = l->tail + ((wc[k].wr_id - l->tail) & ((1ULL << SEQUENCE_BITS) - 1));
      if (l->state != 1 || sequence >= l->head) continue;
      if (wc[k].status != IBV_WC_SUCCESS) { l->state = 2; continue; }
      outstanding -= sequence + 1 - l->tail;
      l->tail = sequence + 1;
      if (l->marks[sequence % DEPTH] & 2) listen(l->number, l->ids[sequence % DEPTH], 0, 0);
    }
    all += got;
  }
  if (++polls % 1024 == 0) all += wc[0].vendor_err == 77;
  return all;
}

static void hear(int lane, uint64_t work, int status, int detail) { (void)lane; (void)work; (void)detail; heard += status == 0; }
static volatile listener listening = hear;

/* Nanoseconds of `rounds` exchanges through nic_post and nic_poll. */
long bench_nic(long rounds, char *memory) {
  static struct lane one;
  struct timespec a, b;
  memset(&one, 0, sizeof one);
  one.state = 1; one.number = 1;
  one.local = one.remote = (uintptr_t)memory; one.local_bytes = one.remote_bytes = 1 << 16;
  for (int i = 0; i < 2; i++) {
    one.wrs[i].sg_list = &one.pieces[i]; one.wrs[i].num_sge = 1; one.wrs[i].opcode = IBV_WR_RDMA_WRITE;
    one.wrs[i].wr.rdma.rkey = 9; one.pieces[i].lkey = 7; one.pieces[i].length = 8;
  }
  lanes[1] = &one; outstanding = heard = 0;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (long i = 0; i < rounds; i++) {
    if (nic_post(1, i, 4096 * (i & 1), 8192, 16384, 0, 0, IBV_SEND_SIGNALED | IBV_SEND_INLINE) != 1) return -1;
    nic_poll(listening);
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  return heard == rounds ? (b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec : -1;
}
