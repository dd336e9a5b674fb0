// The kernels of the wire: small collectives between GPUs over memory that the peers see, or that a proxy reads. One kernel is
// one call; waits end by time, a failure is told once and poisons what follows. docs/gpu.md says how it works and why.
#include "layout.h"

typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned short u16;
typedef unsigned char u8;

struct Link {
    u64 to, flagsTo;
    u32 index, bytes, outputAt, each;
};

template <int LINKS>
struct Call {
    u64 input, output, state, control, from, flagsFrom, timeoutNanos, heartbeatNanos;
    u32 stride, units, rank, world, active, bytes, ownAt, outputBytes, digest, index, op, doorbell;
    Link link[LINKS];
};

static_assert(sizeof(Link) == KOLO_LINK_SIZE, "a link");
static_assert(sizeof(Call<KOLO_MAX_WORLD>) == KOLO_CALL_SIZE, "a call");

enum Form { FLAG, LL8, LL16 };
enum Op { MOVE, SUM_F32, SUM_BF16, SUM_F16 };

// ---- memory, in the words of PTX: system scope, since the other side is another device, a host thread or a NIC

__device__ __forceinline__ u64 nowNanos() {
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
__device__ __forceinline__ u32 load(const void* p) {
    u32 v;
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ u64 load64(const void* p) {
    u64 v;
    asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ u64 acquire64(const void* p) {
    u64 v;
    asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ void store(void* p, u32 v) {
    asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ __forceinline__ void store64(void* p, u64 v) {
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
__device__ __forceinline__ void release64(void* p, u64 v) {
    asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}

// A unit of 16 bytes. LL16 needs it whole, LL8 needs each half whole.
struct Unit {
    u64 low, high;
};
template <int FORM>
__device__ __forceinline__ void storeUnit(char* p, Unit v) {
    if (FORM == LL16) {
        asm volatile("{.reg .b128 t; mov.b128 t, {%0, %1}; st.relaxed.sys.global.b128 [%2], t;}" ::"l"(v.low), "l"(v.high),
                     "l"(p)
                     : "memory");
    } else {
        asm volatile("st.relaxed.sys.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(v.low), "l"(v.high) : "memory");
    }
}
template <int FORM>
__device__ __forceinline__ Unit loadUnit(const char* p) {
    Unit v;
    if (FORM == LL16) {
        asm volatile("{.reg .b128 t; ld.relaxed.sys.global.b128 t, [%2]; mov.b128 {%0, %1}, t;}"
                     : "=l"(v.low), "=l"(v.high)
                     : "l"(p)
                     : "memory");
    } else {
        asm volatile("ld.relaxed.sys.global.v2.u64 {%0, %1}, [%2];" : "=l"(v.low), "=l"(v.high) : "l"(p) : "memory");
    }
    return v;
}
template <int FORM>
__device__ __forceinline__ Unit pack(u32 a, u32 b, u32 c, u32 step) {
    if (FORM == LL16) return {(u64)b << 32 | a, (u64)step << 32 | c};
    return {(u64)step << 32 | a, (u64)step << 32 | b};
}
template <int FORM>
__device__ __forceinline__ bool has(Unit v, u32 step) {
    return (u32)(v.high >> 32) == step && (FORM == LL16 || (u32)(v.low >> 32) == step);
}
// What a payload's words carry: the step and some of the digest. All blocks poll their own words only; the header, which has the
// whole digest, is polled by one block, since reads of one host line by many multiprocessors queue up (1 us each, measured).
__device__ __forceinline__ u32 mark(u32 step, u32 digest) {
    return (step & KOLO_MARK_STEP) | digest << KOLO_MARK_STEP_BITS;
}
// Data words of a unit and the w-th of them.
template <int FORM>
__host__ __device__ constexpr int words() {
    return FORM == LL16 ? 3 : 2;
}
template <int FORM>
__device__ __forceinline__ u32 word(Unit v, int w) {
    if (w == 0) return (u32)v.low;
    if (w == 1) return FORM == LL16 ? (u32)(v.low >> 32) : (u32)v.high;
    return (u32)v.high;
}

// ---- the caller's memory: any alignment, any length; never read or written beyond its end

__device__ __noinline__ u32 getSlowly(const char* p, u32 left) {
    if (left >= 4 && ((u64)p & 1) == 0) return *(const u16*)p | (u32) * (const u16*)(p + 2) << 16;
    u32 v = 0;
    #pragma unroll 1
    for (u32 i = 0; i < 4 && i < left; i++) v |= (u32)(u8)p[i] << 8 * i;
    return v;
}
__device__ __forceinline__ u32 get(const char* p, u32 left) {
    return left >= 4 && ((u64)p & 3) == 0 ? *(const u32*)p : getSlowly(p, left);
}
__device__ __noinline__ void putSlowly(char* p, u32 left, u32 v) {
    if (left >= 4 && ((u64)p & 1) == 0) {
        *(u16*)p = (u16)v;
        *(u16*)(p + 2) = (u16)(v >> 16);
    } else {
        #pragma unroll 1
        for (u32 i = 0; i < 4 && i < left; i++) p[i] = (char)(v >> 8 * i);
    }
}
__device__ __forceinline__ void put(char* p, u32 left, u32 v) {
    if (left >= 4 && ((u64)p & 3) == 0) {
        *(u32*)p = v;
    } else {
        putSlowly(p, left, v);
    }
}

// ---- sums of one word: in f32, rounded once, in rank order; NaN comes out as the one canonical NaN

template <int OP>
struct Sum {
    float x, y;
    __device__ __forceinline__ static float low(u32 v) {
        if (OP == SUM_F32) return __uint_as_float(v);
        if (OP == SUM_BF16) return __uint_as_float(v << 16);
        float f;
        asm("{.reg .b16 h; cvt.u16.u32 h, %1; cvt.f32.f16 %0, h;}" : "=f"(f) : "r"(v & 0xffff));
        return f;
    }
    __device__ __forceinline__ void set(u32 v) {
        x = low(v);
        y = OP == SUM_F32 ? 0 : low(v >> 16);
    }
    __device__ __forceinline__ void add(u32 v) {
        x = __fadd_rn(x, low(v));
        if (OP != SUM_F32) y = __fadd_rn(y, low(v >> 16));
    }
    __device__ __forceinline__ static u32 narrow(float f) {
        if (OP == SUM_BF16) {
            u32 v = __float_as_uint(f);
            return f != f ? 0x7fc0 : (v + 0x7fff + (v >> 16 & 1)) >> 16;
        }
        u32 v;
        asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; cvt.u32.u16 %0, h;}" : "=r"(v) : "f"(f));
        return f != f ? 0x7e00 : v;
    }
    __device__ __forceinline__ u32 result() const {
        if (OP == SUM_F32) return x != x ? 0x7fc00000 : __float_as_uint(x);
        return narrow(x) | narrow(y) << 16;
    }
};

// ---- steps, failure, waiting

// The number of a step some steps on: 2, 3, … 2³²−1, 2, …; never 0 or 1, and its parity never breaks.
__device__ __forceinline__ u32 ahead(u32 from, u32 by) {
    u32 n = from + by;
    return n < from ? n + 2 : n;
}

// The first who fails takes the poison word and writes the one record.
template <class C>
__device__ __noinline__ void fail(const C& c, u32 kind, u32 peer, u32 step, u32 seen, u32 other, u64 waitedNanos) {
    if (atomicCAS((u32*)(c.state + KOLO_STATE_POISON), 0u, kind) != 0) return;
    char* r = (char*)c.control + KOLO_RECORD_AT;
    store(r + KOLO_RECORD_KIND, kind);
    store(r + KOLO_RECORD_PEER, peer);
    store(r + KOLO_RECORD_STEP, step);
    store(r + KOLO_RECORD_SEEN, seen);
    store(r + KOLO_RECORD_DIGEST, c.digest);
    store(r + KOLO_RECORD_OTHER, other);
    store(r + KOLO_RECORD_BLOCK, blockIdx.x);
    store64(r + KOLO_RECORD_WAITED, waitedNanos);
    store(r + KOLO_RECORD_CALLS, load((const char*)c.state + KOLO_STATE_CALLS));
    store(r + KOLO_RECORD_INDEX, c.index);
    store(r + KOLO_RECORD_BYTES, c.bytes);
    store(r + KOLO_RECORD_OP, c.op);
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(r + KOLO_RECORD_STATE), "r"(2u) : "memory");
}

// How long a thread has waited. It looks at its surroundings once in 64 polls, since each look is a trip over PCIe.
struct Late {
    u64 since = 0, heart = 0, heartSince = 0;

    template <class C>
    __device__ __noinline__ bool look(const C& c, u32 peer, u32 step, u32 seen) {
        u64 now = nowNanos();
        if (since == 0) {
            since = heartSince = now;
            heart = load64((const char*)c.control + KOLO_HEARTBEAT_AT);
        }
        u64 waited = now - since;
        if (load((const char*)c.state + KOLO_STATE_POISON) != 0) return true;
        if (load64((const char*)c.control + KOLO_ABORT_AT) != 0) {
            fail(c, KOLO_FAIL_ABORTED, peer, step, seen, 0, waited);
            return true;
        }
        if (waited > c.timeoutNanos) {
            fail(c, KOLO_FAIL_TIMEOUT, peer, step, seen, 0, waited);
            return true;
        }
        if (c.heartbeatNanos != 0) {
            u64 beat = load64((const char*)c.control + KOLO_HEARTBEAT_AT);
            if (beat != heart) {
                heart = beat;
                heartSince = now;
            } else if (now - heartSince > c.heartbeatNanos) {
                fail(c, KOLO_FAIL_SERVER_GONE, peer, step, seen, 0, waited);
                return true;
            }
        }
        if (waited > 200000) __nanosleep(500);  // late by more than any exchange takes: leave the bus to others
        return false;
    }
};
// What it knows of lateness lies elsewhere, so that the count of polls stays in a register.
struct Waiter {
    Late& late;
    u32 polls = 0;

    __device__ __forceinline__ explicit Waiter(Late& l) : late(l) {}

    // Whether to give up; then the failure is on record.
    template <class C>
    __device__ __forceinline__ bool over(const C& c, u32 peer, u32 step, u32 seen) {
        return (++polls & 63) == 0 && late.look(c, peer, step, seen);
    }
    __device__ __forceinline__ u64 waited() const {
        return late.since ? nowNanos() - late.since : 0;
    }
};

__device__ __forceinline__ void fill(u64 output, u32 bytes, u32 worker, u32 workers) {
    #pragma unroll 1
    for (u32 i = worker * 4; i < bytes; i += workers * 4) put((char*)output + i, bytes - i, 0xffffffffu);
}

// Where a block's share of n units begins; shares are whole lines of 8 units. The host has divided already: a division stands
// between a kernel's start and its first store.
__device__ __forceinline__ u32 share(u32 n, u32 each, u32 block) {
    return min(n, each * block);
}

// The steps of this call on all links, read once: one trip to memory, in which the input is on its way, too.
struct Steps {
    u32 n[KOLO_MAX_WORLD];
};

// ---- packed forms: every word carries its step; no fence, no flag, no second trip

// The last warp of a block has the headers, so that looking at them is no second trip; the others have the payload.
__device__ __forceinline__ u32 workers() {
    return blockDim.x - 32;
}
template <int FORM, class C>
__device__ __forceinline__ void getUnit(const C& c, u32 i, u32 (&v)[3]) {
    #pragma unroll
    for (u32 w = 0; w < words<FORM>(); w++) {
        u32 at = (i * words<FORM>() + w) * 4;
        v[w] = at < c.bytes ? get((const char*)c.input + at, c.bytes - at) : 0;
    }
}

template <int FORM, class C>
__device__ __forceinline__ void sendPacked(const C& c, const Steps& s, const u32 (&ahead)[3]) {
    constexpr u32 W = words<FORM>(), DATA = 4 * W;
    const u32 t = threadIdx.x, bd = workers(), b = blockIdx.x;
    const u32 units = (c.bytes + DATA - 1) / DATA, each = c.link[c.rank].each, lo = share(units, each, b),
              hi = share(units, each, b + 1);
    char* own = c.ownAt == ~0u || c.output + c.ownAt == c.input ? nullptr : (char*)c.output + c.ownAt;
    #pragma unroll 1
    for (u32 i = lo + t; t < bd && i < hi; i += bd) {
        u32 v[3] = {ahead[0], ahead[1], ahead[2]};
        if (i != lo + t) getUnit<FORM>(c, i, v);
        #pragma unroll 1
        for (u32 p = 0; p < c.world; p++) {
            if (!(c.active >> p & 1)) continue;
            u32 n = s.n[p];
            char* slot = (char*)c.link[p].to + (u64)(n & 1) * c.stride + KOLO_HEADER_BYTES;
            storeUnit<FORM>(slot + (u64)i * KOLO_UNIT_BYTES, pack<FORM>(v[0], v[1], v[2], mark(n, c.digest)));
        }
        if (own) {
            #pragma unroll
            for (u32 w = 0; w < W; w++) {
                u32 at = i * DATA + 4 * w;
                if (at < c.bytes) put(own + at, c.bytes - at, v[w]);
            }
        }
    }
    // The header tells the operation apart. The sweep renews one unused unit a step, so that no word is ever as old as the
    // steps' numbers are many (2³²): a stale word can't be taken for a new one, and nobody has to meet to clear the areas.
    const u32 peer = t - bd;
    if (b == 0 && t >= bd && peer < c.world && (c.active >> peer & 1)) {
        u32 n = s.n[peer];
        char* slot = (char*)c.link[peer].to + (u64)(n & 1) * c.stride;
        storeUnit<FORM>(slot, pack<FORM>(c.digest, c.bytes, c.op, n));
        u32 swept = (n >> 1) % c.units;
        if (swept >= units) {
            storeUnit<FORM>(slot + KOLO_HEADER_BYTES + (u64)swept * KOLO_UNIT_BYTES, pack<FORM>(0, 0, 0, mark(n, c.digest)));
        }
    }
}

// Up to four units a thread, all loads in flight; false: the call has failed.
template <int FORM, class C>
__device__ __forceinline__ bool take(const C& c, Waiter& w, u32 peer, const char* slot, u32 i, u32 hi, u32 n, Unit (&v)[4]) {
    const u32 bd = workers(), wanted = mark(n, c.digest);
    while (true) {
        bool ok = true;
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + u * bd < hi) v[u] = loadUnit<FORM>(slot + (u64)(i + u * bd) * KOLO_UNIT_BYTES);
        }
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + u * bd < hi) ok &= has<FORM>(v[u], wanted);
        }
        if (ok) return true;
        if (w.over(c, peer, n, (u32)(v[0].high >> 32) & KOLO_MARK_STEP)) return false;
    }
}

// The first block looks at the headers and says when a peer is in another operation; the others see no words of theirs then.
template <int FORM, class C>
__device__ __forceinline__ bool sameOperation(const C& c, const Steps& s, Waiter& w) {
    const u32 p = threadIdx.x - workers();
    if (blockIdx.x != 0 || p >= c.world || !(c.active >> p & 1)) return true;
    const u32 n = s.n[p];
    const char* slot = (const char*)c.from + (u64)(p * 2 + (n & 1)) * c.stride;
    // Every bit of the unit is looked at. ptxas narrows a load to the words that are used, also this one, and would take the
    // step and the digest by two loads: a header of two steps was seen that way.
    const Unit wanted = pack<FORM>(c.digest, c.link[p].bytes, c.op, n);
    Unit h;
    while (!has<FORM>(h = loadUnit<FORM>(slot), n)) {
        if (w.over(c, p, n, (u32)(h.high >> 32))) return false;
    }
    if (h.low == wanted.low && h.high == wanted.high) return true;
    fail(c, KOLO_FAIL_DESYNC, p, n, n, word<FORM>(h, 0), w.waited());
    return false;
}

template <int FORM, class C>
__device__ __forceinline__ bool movePacked(const C& c, const Steps& s) {
    constexpr u32 W = words<FORM>(), DATA = 4 * W;
    const u32 t = threadIdx.x, bd = workers(), b = blockIdx.x;
    Late late;
    Waiter waiter(late);
    if (t >= bd) return sameOperation<FORM>(c, s, waiter);
    #pragma unroll 1
    for (u32 p = 0; p < c.world; p++) {
        if (!(c.active >> p & 1)) continue;
        const u32 n = s.n[p], bytes = c.link[p].bytes, units = (bytes + DATA - 1) / DATA;
        const char* slot = (const char*)c.from + (u64)(p * 2 + (n & 1)) * c.stride;
        char* out = (char*)c.output + c.link[p].outputAt;
        const u32 each = c.link[p].each, hi = share(units, each, b + 1);
        #pragma unroll 1
        for (u32 i = share(units, each, b) + t; i < hi; i += 4 * bd) {
            Unit v[4];
            if (!take<FORM>(c, waiter, p, slot + KOLO_HEADER_BYTES, i, hi, n, v)) return false;
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                #pragma unroll
                for (u32 w = 0; w < W; w++) {
                    u32 at = (i + u * bd) * DATA + 4 * w;
                    if (i + u * bd < hi && at < bytes) put(out + at, bytes - at, word<FORM>(v[u], w));
                }
            }
        }
    }
    return true;
}

template <int FORM, int OP, class C>
__device__ __forceinline__ bool sumPacked(const C& c, const Steps& s) {
    constexpr u32 W = words<FORM>(), DATA = 4 * W;
    const u32 t = threadIdx.x, bd = workers(), b = blockIdx.x;
    const u32 bytes = c.bytes, units = (bytes + DATA - 1) / DATA, each = c.link[c.rank].each;
    const u32 hi = share(units, each, b + 1);
    const char* in = (const char*)c.input;
    char* out = (char*)c.output;
    Late late;
    Waiter waiter(late);
    if (t >= bd) return sameOperation<FORM>(c, s, waiter);
    #pragma unroll 1
    for (u32 i = share(units, each, b) + t; i < hi; i += 4 * bd) {
        Sum<OP> sum[4][W];
        #pragma unroll 1
        for (u32 p = 0; p < c.world; p++) {
            u32 add[4][W];
            if (p == c.rank) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (u32 w = 0; w < W; w++) {
                        u32 at = (i + u * bd) * DATA + 4 * w;
                        add[u][w] = i + u * bd < hi && at < bytes ? get(in + at, bytes - at) : 0;
                    }
                }
            } else {
                const u32 n = s.n[p];
                const char* slot = (const char*)c.from + (u64)(p * 2 + (n & 1)) * c.stride + KOLO_HEADER_BYTES;
                Unit v[4];
                if (!take<FORM>(c, waiter, p, slot, i, hi, n, v)) return false;
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (u32 w = 0; w < W; w++) add[u][w] = word<FORM>(v[u], w);
                }
            }
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                #pragma unroll
                for (u32 w = 0; w < W; w++) {
                    if (p == 0) {
                        sum[u][w].set(add[u][w]);
                    } else {
                        sum[u][w].add(add[u][w]);
                    }
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (u32 w = 0; w < W; w++) {
                u32 at = (i + u * bd) * DATA + 4 * w;
                if (i + u * bd < hi && at < bytes) put(out + at, bytes - at, sum[u][w].result());
            }
        }
    }
    return true;
}

// ---- the flag form: plain payload, then one released word a block; the only fence is in that store

struct Pack {
    u32 w[4];
};
__device__ __forceinline__ Pack getPack(const char* p, u32 left) {
    if (left >= 16 && ((u64)p & 15) == 0) {
        uint4 v = *(const uint4*)p;
        return {{v.x, v.y, v.z, v.w}};
    }
    Pack v = {{0, 0, 0, 0}};
    #pragma unroll
    for (u32 w = 0; w < 4; w++) {
        if (4 * w < left) v.w[w] = get(p + 4 * w, left - 4 * w);
    }
    return v;
}
__device__ __forceinline__ void putPack(char* p, u32 left, Pack v) {
    if (left >= 16 && ((u64)p & 15) == 0) {
        *(uint4*)p = make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]);
        return;
    }
    #pragma unroll
    for (u32 w = 0; w < 4; w++) {
        if (4 * w < left) put(p + 4 * w, left - 4 * w, v.w[w]);
    }
}
// Payload that arrived behind a flag: relaxed at system scope, never through a cache that isn't coherent.
__device__ __forceinline__ Pack arrived(const char* p) {
    Pack v;
    asm volatile("ld.relaxed.sys.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(p)
                 : "memory");
    return v;
}

template <class C>
__device__ __forceinline__ void sendFlagged(const C& c, const Steps& s) {
    const u32 t = threadIdx.x, bd = blockDim.x, b = blockIdx.x;
    const u32 packs = (c.bytes + 15) / 16, each = c.link[c.rank].each, lo = share(packs, each, b),
              hi = share(packs, each, b + 1);
    const char* in = (const char*)c.input;
    char* own = c.ownAt == ~0u || c.output + c.ownAt == c.input ? nullptr : (char*)c.output + c.ownAt;
    #pragma unroll 1
    for (u32 i = lo + t; i < hi; i += bd) {
        Pack v = getPack(in + 16 * i, c.bytes - 16 * i);
        #pragma unroll 1
        for (u32 p = 0; p < c.world; p++) {
            if (!(c.active >> p & 1)) continue;
            char* slot = (char*)c.link[p].to + (u64)(s.n[p] & 1) * c.stride;
            asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(slot + 16 * i), "r"(v.w[0]),
                         "r"(v.w[1]), "r"(v.w[2]), "r"(v.w[3])
                         : "memory");
        }
    }
    __syncthreads();
    if (t < c.world && (c.active >> t & 1)) {
        const u32 n = s.n[t];
        char* line = (char*)c.link[t].flagsTo + ((u64)(n & 1) * KOLO_MAX_BLOCKS + b) * KOLO_LINE_BYTES;
        if (c.doorbell) {
            store(line + KOLO_DOORBELL_BLOCKS, gridDim.x);
            store64(line + KOLO_DOORBELL_FROM, (u64)(hi * 16 - lo * 16) << 32 | lo * 16);
        }
        release64(line, (u64)c.digest << 32 | n);
    }
    // After the flag, which waits for everything that was written before it.
    for (u32 i = lo + t; own && i < hi; i += bd) putPack(own + 16 * i, c.bytes - 16 * i, getPack(in + 16 * i, c.bytes - 16 * i));
}

template <class C>
__device__ __forceinline__ bool awaitFlags(const C& c, const Steps& s) {
    const u32 t = threadIdx.x;
    bool failed = false;
    if (t < c.world && (c.active >> t & 1)) {
        Late late;
        Waiter waiter(late);
        const u32 n = s.n[t];
        const char* line =
            (const char*)c.flagsFrom + ((u64)(t * 2 + (n & 1)) * KOLO_MAX_BLOCKS + blockIdx.x) * KOLO_LINE_BYTES;
        u64 seen;
        while ((u32)(seen = acquire64(line)) != n) {
            if (waiter.over(c, t, n, (u32)seen)) {
                failed = true;
                break;
            }
        }
        if (!failed && (u32)(seen >> 32) != c.digest) {
            fail(c, KOLO_FAIL_DESYNC, t, n, n, (u32)(seen >> 32), waiter.waited());
            failed = true;
        }
    }
    return !__syncthreads_or(failed);
}

template <class C>
__device__ __forceinline__ bool moveFlagged(const C& c, const Steps& s) {
    const u32 t = threadIdx.x, bd = blockDim.x, b = blockIdx.x;
    if (!awaitFlags(c, s)) return false;
    #pragma unroll 1
    for (u32 p = 0; p < c.world; p++) {
        if (!(c.active >> p & 1)) continue;
        const u32 bytes = c.link[p].bytes, packs = (bytes + 15) / 16, each = c.link[p].each;
        const u32 hi = share(packs, each, b + 1);
        const char* slot = (const char*)c.from + (u64)(p * 2 + (s.n[p] & 1)) * c.stride;
        char* out = (char*)c.output + c.link[p].outputAt;
        #pragma unroll 1
        for (u32 i = share(packs, each, b) + t; i < hi; i += 4 * bd) {
            Pack v[4];
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (i + u * bd < hi) v[u] = arrived(slot + 16ull * (i + u * bd));
            }
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                u32 k = i + u * bd;
                if (k < hi) putPack(out + 16 * k, bytes - 16 * k, v[u]);
            }
        }
    }
    return true;
}

template <int OP, class C>
__device__ __forceinline__ bool sumFlagged(const C& c, const Steps& s) {
    const u32 t = threadIdx.x, bd = blockDim.x, b = blockIdx.x;
    const u32 bytes = c.bytes, packs = (bytes + 15) / 16, each = c.link[c.rank].each;
    const u32 hi = share(packs, each, b + 1);
    if (!awaitFlags(c, s)) return false;
    #pragma unroll 1
    for (u32 i = share(packs, each, b) + t; i < hi; i += bd) {
        Sum<OP> sum[4];
        #pragma unroll 1
        for (u32 p = 0; p < c.world; p++) {
            Pack v = p == c.rank
                         ? getPack((const char*)c.input + 16 * i, bytes - 16 * i)
                         : arrived((const char*)c.from + (u64)(p * 2 + (s.n[p] & 1)) * c.stride + 16ull * i);
            #pragma unroll
            for (int w = 0; w < 4; w++) {
                if (p == 0) {
                    sum[w].set(v.w[w]);
                } else {
                    sum[w].add(v.w[w]);
                }
            }
        }
        Pack all;
        #pragma unroll
        for (int w = 0; w < 4; w++) all.w[w] = sum[w].result();
        putPack((char*)c.output + 16 * i, bytes - 16 * i, all);
    }
    return true;
}

// ---- one call

// What a call may look at while the call before still runs: its parameters, which a multiprocessor otherwise fetches line by
// line when the first store waits for them, and the steps, unless it is the first since a finish. (Every later call began after
// the first had passed its own wait, so the finish before it has ended, and the next one waits for this call.)
template <class C>
__device__ __forceinline__ void readAhead(const C& c) {
    u32 seen = 0;
    #pragma unroll
    for (u32 i = 0; i < sizeof(C) / 4; i += 8) seen |= ((const u32*)&c)[i];
    if (seen == 0) __nanosleep(0);  // never: a call has addresses. It keeps the loads from being left out.
}
template <class C>
__device__ __forceinline__ void readSteps(const C& c, Steps& steps) {
    if (threadIdx.x < c.world) {
        steps.n[threadIdx.x] = ahead(load((const char*)c.state + KOLO_STATE_LINKS + 4 * threadIdx.x), c.link[threadIdx.x].index);
    }
    __syncthreads();
}

template <int FORM, int OP, class C>
__device__ __forceinline__ void call(const C& c) {
    __shared__ Steps steps;
    readAhead(c);
    const bool early = c.index != 0;
    if (early) readSteps(c, steps);
    // The call before has ended, and all that it wrote is seen, before this one sends: that is what two slots stand on.
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    char* state = (char*)c.state;
    const u32 thread = threadIdx.x;
    // The first call since a finish looks for others, and the finish takes its mark away: nothing of that between two calls.
    const bool first = !early && blockIdx.x == 0 && thread == blockDim.x - 1;
    // One trip to memory for all of these.
    u32 input[3] = {0, 0, 0};
    const u32 poison = load(state + KOLO_STATE_POISON), others = first ? load(state + KOLO_STATE_INSIDE) : 0;
    if (FORM != FLAG && thread < workers()) {
        getUnit<FORM>(c, c.link[c.rank].each * blockIdx.x + thread, input);
    }
    if (!early) readSteps(c, steps);
    // Two calls of one communicator at a time would take the same steps. A plain word tells it, for an atomic would be one more
    // trip to memory; two that begin in the same microsecond may miss each other here, and then time out or see no words of
    // their own.
    if (first) store(state + KOLO_STATE_INSIDE, 1);
    bool ok = poison == 0;
    if (FORM == FLAG) {
        // These have barriers, so a block goes in as a whole or not at all.
        ok = !__syncthreads_or(!ok);
        if (ok) sendFlagged(c, steps);
        if (first && others != 0) fail(c, KOLO_FAIL_STREAMS, c.rank, 0, others, 0, 0);
        ok = ok && (OP == MOVE ? moveFlagged(c, steps) : sumFlagged<OP>(c, steps));
    } else {
        if (ok) sendPacked<FORM>(c, steps, input);
        if (first && others != 0) fail(c, KOLO_FAIL_STREAMS, c.rank, 0, others, 0, 0);
        ok = ok && (OP == MOVE ? movePacked<FORM>(c, steps) : sumPacked<FORM, OP>(c, steps));
    }
    if (__syncthreads_or(!ok || others != 0)) fill(c.output, c.outputBytes, threadIdx.x, blockDim.x);
}

#define KOLO_KERNEL(NAME, FORM, OP)                                                                                  \
    extern "C" __global__ void __launch_bounds__(512) kolo_##NAME##_4(const __grid_constant__ Call<4> c) {           \
        call<FORM, OP>(c);                                                                                           \
    }                                                                                                                \
    extern "C" __global__ void __launch_bounds__(512) kolo_##NAME##_16(const __grid_constant__ Call<16> c) {         \
        call<FORM, OP>(c);                                                                                           \
    }
#define KOLO_KERNELS(FORM, NAME)                \
    KOLO_KERNEL(move_##NAME, FORM, MOVE)         \
    KOLO_KERNEL(sum_f32_##NAME, FORM, SUM_F32)   \
    KOLO_KERNEL(sum_bf16_##NAME, FORM, SUM_BF16) \
    KOLO_KERNEL(sum_f16_##NAME, FORM, SUM_F16)
KOLO_KERNELS(FLAG, flag)
KOLO_KERNELS(LL8, ll8)
KOLO_KERNELS(LL16, ll16)

// ---- a call through `kolo wire serve`: any NIC, any schedule, for the price of the server's own work (docs/mailbox.md)

struct Order {
    u64 input, output, state, control, slots, payload, timeoutNanos, heartbeatNanos;
    u64 inputsAt, outputsAt, areaBytes;
    u32 slotStride, op, type, how, bytes, root, flags, index, inputBytes, outputBytes, world, unused;
    u32 lengths[KOLO_MAX_WORLD];
};
static_assert(sizeof(Order) == KOLO_ORDER_SIZE, "an order");

// The mailbox's own words tell the rest: this record is the client's, in the words that the server never looks at.
__device__ __noinline__ void failOrder(const Order& c, u32 kind, u32 step, u32 seen, u32 poison, u64 waitedNanos) {
    if (atomicCAS((u32*)(c.state + KOLO_STATE_POISON), 0u, kind) != 0) return;
    char* r = (char*)c.control + KOLO_MAILBOX_CLIENT_WORDS;
    store(r + KOLO_RECORD_KIND, kind);
    store(r + KOLO_RECORD_PEER, ~0u);
    store(r + KOLO_RECORD_STEP, step);
    store(r + KOLO_RECORD_SEEN, seen);
    store(r + KOLO_RECORD_OTHER, poison);
    store64(r + KOLO_RECORD_WAITED, waitedNanos);
    store(r + KOLO_RECORD_INDEX, c.index);
    store(r + KOLO_RECORD_BYTES, c.bytes);
    store(r + KOLO_RECORD_OP, c.op);
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(r + KOLO_RECORD_STATE), "r"(2u) : "memory");
}

// One block: the server is many times slower than one block's copies, and one thread can speak for all of it.
extern "C" __global__ void __launch_bounds__(512) kolo_order(const __grid_constant__ Order c) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    __shared__ u32 shared[3];
    const u32 t = threadIdx.x, bd = blockDim.x;
    char* state = (char*)c.state;
    if (t == 0) {
        shared[0] = load(state + KOLO_STATE_POISON);
        shared[1] = load(state + KOLO_STATE_CALLS) + c.index;
        shared[2] = atomicAdd((u32*)(state + KOLO_STATE_INSIDE), 1u);
    }
    __syncthreads();
    const u32 n = shared[1];
    bool ok = shared[0] == 0;
    char* slot = (char*)c.slots + (u64)(n & 1) * c.slotStride;
    char* input = (char*)c.payload + c.inputsAt + (n & 1) * c.areaBytes;
    const char* result = (const char*)c.payload + c.outputsAt + (n & 1) * c.areaBytes;
    if (ok) {
        #pragma unroll 1
        for (u32 i = t; i < (c.inputBytes + 15) / 16; i += bd) {
            Pack v = getPack((const char*)c.input + 16 * i, c.inputBytes - 16 * i);
            asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(input + 16 * i), "r"(v.w[0]),
                         "r"(v.w[1]), "r"(v.w[2]), "r"(v.w[3])
                         : "memory");
        }
        __syncthreads();
        bool late = false;
        if (t == 0) {
            store(slot + KOLO_ORDER_OP, c.op);
            store(slot + KOLO_ORDER_TYPE, c.type);
            store(slot + KOLO_ORDER_HOW, c.how);
            store64(slot + KOLO_ORDER_BYTES, c.bytes);
            store(slot + KOLO_ORDER_ROOT, c.root);
            store(slot + KOLO_ORDER_FLAGS, c.flags);
            store64(slot + KOLO_ORDER_INPUT_AT, c.inputsAt + (n & 1) * c.areaBytes);
            store64(slot + KOLO_ORDER_OUTPUT_AT, c.outputsAt + (n & 1) * c.areaBytes);
            for (u32 r = 0; c.flags != 0 && r < c.world; r++) store64(slot + KOLO_ORDER_LENGTHS + 8 * r, c.lengths[r]);
            asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(slot), "r"(n) : "memory");
            u32 polls = 0, heart = 0;
            u64 done, since = 0, heartSince = 0;
            while ((done = acquire64(slot + KOLO_ORDER_DONE)) != n) {
                if ((u32)(done >> 32) != 0) {
                    failOrder(c, KOLO_FAIL_ABORTED, n, (u32)done, (u32)(done >> 32), 0);
                    late = true;
                    break;
                }
                if ((++polls & 63) == 0) {
                    u64 now = nowNanos();
                    u32 beat = load((const char*)c.control + KOLO_MAILBOX_HEARTBEAT);
                    if (since == 0) since = heartSince = now;
                    if (beat != heart) {
                        heart = beat;
                        heartSince = now;
                    }
                    u32 kind = now - since > c.timeoutNanos          ? KOLO_FAIL_TIMEOUT
                               : now - heartSince > c.heartbeatNanos ? KOLO_FAIL_SERVER_GONE
                                                                                : 0;
                    if (kind != 0) {
                        failOrder(c, kind, n, (u32)done, 0, now - since);
                        late = true;
                        break;
                    }
                }
            }
            if (shared[2] != 0) {
                failOrder(c, KOLO_FAIL_STREAMS, 0, shared[2], 0, 0);
                late = true;
            }
        }
        ok = !__syncthreads_or(late);
    }
    #pragma unroll 1
    for (u32 i = t; ok && i < (c.outputBytes + 15) / 16; i += bd) {
        putPack((char*)c.output + 16 * i, c.outputBytes - 16 * i, arrived(result + 16 * i));
    }
    if (!ok) fill(c.output, c.outputBytes, t, bd);
    if (t == 0) atomicSub((u32*)(state + KOLO_STATE_INSIDE), 1u);
}

// The last node of a graph and the tail of an eager call: moves the steps on, unless the communicator is poisoned. So ranks may
// differ by one completed graph, never in bytes, and a failed graph that is replayed finds the step that it failed at.
struct Finish {
    u64 state, done;
    u32 calls, unused;
    u32 steps[KOLO_MAX_WORLD];
};
extern "C" __global__ void __launch_bounds__(32) kolo_finish(const __grid_constant__ Finish f) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    char* state = (char*)f.state;
    if (load(state + KOLO_STATE_POISON) != 0) return;
    const u32 t = threadIdx.x;
    if (t < KOLO_MAX_WORLD) {
        u32* link = (u32*)(state + KOLO_STATE_LINKS + 4 * t);
        *link = ahead(*link, f.steps[t]);
    }
    if (t == 0) {
        store(state + KOLO_STATE_INSIDE, 0);
        u32 calls = *(u32*)(state + KOLO_STATE_CALLS) + f.calls;
        *(u32*)(state + KOLO_STATE_CALLS) = calls;
        if (f.done != 0) store64((char*)f.done, calls);
    }
}

// Nothing, for measuring what a node of a graph costs by itself.
extern "C" __global__ void kolo_nothing(const __grid_constant__ Finish) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
