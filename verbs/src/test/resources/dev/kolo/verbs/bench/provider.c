/* A provider that does what a real one does in user space, without a device: post_send copies each request and its piece
 * into a ring as a work queue entry and rings a doorbell in memory; poll_cq hands out the completions of signaled ones.
 * bench_c makes the same calls as the Java side, through the same pointers. Built as a library by PostPollBenchmark. */
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
long bench_c(long rounds, char *memory) {
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
