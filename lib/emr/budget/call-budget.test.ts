import { describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import type { CallPurpose } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { type BudgetRow, type BudgetStore, budgetStore, clearPause } from "./budget-row.ts";
import { budgetOf } from "./budgets.ts";
import { CallBudget } from "./call-budget.ts";

testDatabase();

const MINUTE = 60_000;
/** A full minute, so that a window begins with the test. */
const BEGIN = 1_800_000_000_000;

/** The shared row in memory, for simulations of many minutes. */
function memoryStore(): BudgetStore & { row: BudgetRow | null } {
  const empty = { organizationId: newId(), linkedAccountId: newId(), origin: null, windowStart: new Date(0), calls: 0 };
  const none = { limitCalls: null, learnedFrom: null, confirmedAt: null, raisedAt: null, raisedFrom: null };
  const unwanted = { pausedUntil: null, writesWantedUntil: null, readsWantedUntil: null, underWay: {} };
  const store: BudgetStore & { row: BudgetRow | null } = {
    row: null,
    read: async () => store.row,
    async change(change) {
      const row = store.row ?? { ...empty, ...none, ...unwanted, windowMs: MINUTE };
      store.row = { ...row, ...change(row) };
      return store.row;
    },
  };
  return store;
}

/** Takes a call. Returns 0, or the milliseconds to wait. */
const take = (budget: CallBudget, purpose: CallPurpose = "write"): Promise<number> =>
  budget.take(purpose).then(
    () => 0,
    (error: unknown) => {
      if (!(error instanceof EmrError && error.limited && error.notDone)) throw error;
      return error.retryAfterMs ?? Number.NaN;
    },
  );

/** Takes calls until one must wait. Returns their number, and the time to wait. */
async function takeAll(budget: CallBudget, purpose: CallPurpose = "write") {
  for (let calls = 0; ; calls++) {
    const wait = await take(budget, purpose);
    if (wait > 0) return { calls, wait };
  }
}

describe("a budget without a known limit", () => {
  it("lets every call pass, and reads the shared row once in a while", async () => {
    const store = memoryStore();
    let reads = 0;
    const counting: BudgetStore = {
      change: store.change,
      read() {
        reads++;
        return store.read();
      },
    };
    let now = BEGIN;
    const budget = new CallBudget(counting, null, () => now);
    for (let call = 0; call < 1_000; call++) {
      now += 20;
      expect(await take(budget)).toBe(0);
    }
    expect(reads).toBe(2);
  });
});

describe("a set limit", () => {
  it("is kept in each minute by several processes together, and used up", { tags: "long" }, async () => {
    const clinic = await openClinic();
    let now = BEGIN;
    const processes = Array.from(
      { length: 3 },
      () =>
        new CallBudget(
          budgetStore(clinic.tenant, null, () => now),
          100,
          () => now,
        ),
    );
    for (let minute = 0; minute < 2; minute++) {
      const taken = await Promise.all(processes.map((budget) => takeAll(budget)));
      expect(taken.reduce((sum, { calls }) => sum + calls, 0)).toBe(100);
      expect(taken.map(({ wait }) => wait)).toEqual([MINUTE, MINUTE, MINUTE]);
      now += MINUTE;
    }
  });

  it("follows the process whose clock is ahead", async () => {
    const store = memoryStore();
    const ahead = new CallBudget(store, 10, () => BEGIN + MINUTE);
    const behind = new CallBudget(store, 10, () => BEGIN + MINUTE - 500);
    expect((await takeAll(ahead)).calls).toBe(10);
    expect(await takeAll(behind)).toEqual({ calls: 0, wait: MINUTE + 500 });
  });
});

describe("purposes", () => {
  it("leave a quarter to operations if they sync", async () => {
    const budget = new CallBudget(memoryStore(), 100, () => BEGIN);
    expect((await takeAll(budget, "sync")).calls).toBe(75);
    expect((await takeAll(budget, "read")).calls).toBe(25);
  });

  it("wait for an earlier one that found no call left, through the next window", async () => {
    let now = BEGIN;
    const store = memoryStore();
    const budget = new CallBudget(store, 10, () => now);
    const elsewhere = new CallBudget(store, 10, () => now);
    expect((await takeAll(budget, "write")).calls).toBe(10);
    now += MINUTE;
    expect((await takeAll(elsewhere, "read")).calls).toBe(0);
    expect((await takeAll(elsewhere, "sync")).calls).toBe(0);
    expect((await takeAll(budget, "write")).calls).toBe(10);
    now += 2 * MINUTE;
    expect((await takeAll(elsewhere, "sync")).calls).toBe(7);
  });
});

describe("a limit that an answer shows", () => {
  it("is learned with its window, for all processes", async () => {
    const clinic = await openClinic();
    let now = BEGIN;
    const [first, second] = [1, 2].map(
      () =>
        new CallBudget(
          budgetStore(clinic.tenant, null, () => now),
          null,
          () => now,
        ),
    );
    if (!first || !second) throw new Error("Two processes are needed");
    expect(await take(second)).toBe(0);
    await first.learn({ calls: 20, windowMs: 1_000, pauseMs: 400, from: "RateLimit-Limit" });
    expect(await take(first)).toBe(400);
    now += 20_000;
    expect((await takeAll(second)).calls).toBe(20);
    expect(first.limit).toEqual({ calls: 20, windowMs: 1_000 });
  });

  it("belongs to the EMR at its origin: a connection that leads elsewhere begins without one", async () => {
    const { organizationId, linkedAccountId: id } = (await openClinic()).tenant;
    const at = (host: string) => budgetOf({ id, organizationId, connection: { base_url: `https://${host}/v1` } });
    const found = { calls: 20, windowMs: MINUTE, pauseMs: MINUTE, from: "RateLimit-Limit" };
    await at("one.example").learn(found);
    expect(await take(at("one.example"))).toBeGreaterThan(0);
    expect([await take(at("two.example")), at("two.example").limit]).toEqual([0, null]);
    await at("two.example").learn({ ...found, calls: 30, pauseMs: null });
    expect([await take(at("two.example")), at("two.example").limit?.calls]).toEqual([0, 30]);
    expect([await take(at("one.example")), at("one.example").limit]).toEqual([0, null]);
  });

  it("is counted if the answer names no number, lowered by another refusal, and raised while none comes", async () => {
    let now = BEGIN;
    const store = memoryStore();
    const budget = new CallBudget(store, null, () => now);
    for (let call = 0; call < 40; call++) await take(budget);
    const refused = { calls: null, windowMs: null, pauseMs: 844_000, from: "the body" };
    await budget.learn(refused);
    expect(budget.limit).toEqual({ calls: 40, windowMs: MINUTE });
    expect(await take(budget)).toBe(844_000);
    now += 15 * MINUTE;
    await budget.learn({ ...refused, pauseMs: 1_000 });
    expect(budget.limit?.calls).toBe(32);
    for (let minute = 0; minute < 4; minute++) {
      now += MINUTE;
      await takeAll(budget);
    }
    expect(budget.limit?.calls).toBeGreaterThan(40);
  });

  it("is not learned from a pause that concerns everybody", async () => {
    let now = BEGIN;
    const budget = new CallBudget(memoryStore(), null, () => now);
    await take(budget);
    await budget.pause(5_000);
    expect(await take(budget)).toBe(5_000);
    expect(budget.waitMs("write")).toBe(5_000);
    now += 5_000;
    expect([await take(budget), budget.limit]).toEqual([0, null]);
  });
});

describe("a pause that an EMR asked for", () => {
  const HOUR = 60 * MINUTE;
  const paused = (pauseMs: number) => ({ calls: null, windowMs: null, pauseMs, from: "the status 429" });

  it.each([HOUR, 8_000 * 365 * 24 * HOUR, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    "of %d ms ends after an hour at most",
    async (pauseMs) => {
      let now = BEGIN;
      const store = memoryStore();
      const budget = new CallBudget(store, null, () => now);
      await budget.learn(paused(pauseMs));
      await budget.pause(pauseMs);
      expect(await take(budget)).toBe(HOUR);
      expect(budget.waitMs("write")).toBe(HOUR);
      now += HOUR;
      expect([budget.waitMs("write"), await take(budget)]).toEqual([0, 0]);
    },
  );

  it.each(["9999-12-31T23:59:59Z", "2028-01-01T00:00:00Z"])("counts as none if it stands until %s", async (until) => {
    const clinic = await openClinic();
    const store = budgetStore(clinic.tenant, null, () => BEGIN);
    const times = ["pausedUntil", "windowStart", "writesWantedUntil", "readsWantedUntil"] as const;
    for (const time of times) {
      await store.change(() => ({ [time]: new Date(until), limitCalls: 10 }));
      const budget = new CallBudget(store, null, () => BEGIN);
      expect([time, await take(budget, "sync")]).toEqual([time, 0]);
    }
  });

  it("ends in all processes once it is cleared", async () => {
    const { tenant } = await openClinic();
    const [first, second] = [1, 2].map(() => new CallBudget(budgetStore(tenant, null), null));
    await first?.learn(paused(HOUR));
    expect(await take(second as CallBudget)).toBeGreaterThan(HOUR - MINUTE);
    await withTenant(tenant, (tx) => clearPause(tx, tenant));
    expect(await take(first as CallBudget)).toBe(0);
    expect(await take(second as CallBudget, "sync")).toBe(0);
  });
});

describe("a limit that the EMR no longer has", () => {
  /** Learns a limit of one call a minute, and then makes calls. Returns the seconds after which each was made. */
  async function callsAfterLifting(purpose: CallPurpose, count: number) {
    let now = BEGIN + 10_000;
    const budget = new CallBudget(memoryStore(), null, () => now);
    await budget.learn({ calls: 1, windowMs: MINUTE, pauseMs: 50_000, from: "RateLimit-Limit" });
    const seconds: number[] = [];
    while (seconds.length < count && now < BEGIN + 10 * MINUTE) {
      const wait = await take(budget, purpose);
      if (wait === 0) seconds.push((now - BEGIN) / 1_000);
      now += wait;
    }
    return seconds;
  }

  it("is exceeded by one call in the next window, and soon by any number", async () => {
    const seconds = await callsAfterLifting("write", 500);
    expect(seconds.slice(0, 2)).toEqual([60, 60]);
    expect(seconds[499]).toBeLessThan(80);
  });

  it("holds up no sync for long either", async () => {
    expect((await callsAfterLifting("sync", 100))[99]).toBeLessThan(90);
  });
});

describe("a limit that the EMR still has", () => {
  /** Makes calls for half an hour, as many as the budget allows. Returns the calls that the EMR took and refused. */
  async function callOn(store: BudgetStore, pauseMs: (now: number) => number, states = false) {
    let now = BEGIN;
    const budget = new CallBudget(store, null, () => now);
    const emr = { minute: 0, calls: 0, closedUntil: 0, taken: 0, refused: 0 };
    while (now < BEGIN + 30 * MINUTE) {
      const wait = await take(budget);
      now += Math.max(wait, 50);
      if (wait > 0) continue;
      const minute = now - (now % MINUTE);
      if (emr.minute !== minute) Object.assign(emr, { minute, calls: 0 });
      if (emr.closedUntil <= now && ++emr.calls <= 100) {
        emr.taken++;
        if (states) await budget.learn({ calls: 100, windowMs: MINUTE, pauseMs: null, from: "RateLimit-Limit" });
        continue;
      }
      emr.refused++;
      emr.closedUntil = Math.max(emr.closedUntil, now + pauseMs(now));
      await budget.learn({ calls: null, windowMs: null, pauseMs: emr.closedUntil - now, from: "Retry-After" });
    }
    return emr;
  }

  it("is used up, and tried with one call per window", async () => {
    const { taken, refused } = await callOn(memoryStore(), (now) => MINUTE - (now % MINUTE));
    expect(taken).toBeGreaterThan(29 * 95);
    expect(refused).toBeLessThanOrEqual(31);
  });

  it("is not tried while the EMR's answers state it", async () => {
    const { taken, refused } = await callOn(memoryStore(), (now) => MINUTE - (now % MINUTE), true);
    // The first call, which showed the limit, was not counted.
    expect([taken, refused]).toEqual([3_000, 1]);
  });

  it("is tried seldom if the EMR takes no call for long after a refusal", async () => {
    const { refused } = await callOn(memoryStore(), () => 5 * MINUTE);
    expect(refused).toBeLessThanOrEqual(4);
  });
});

/** Works off a backlog of operations of two calls each under an EMR that refuses every call over its limit. */
async function workOffBacklog(jobs: number, limit: number) {
  let now = BEGIN;
  const store = memoryStore();
  const processes = [1, 2, 3].map(() => new CallBudget(store, null, () => now));
  const emr = { minute: BEGIN, calls: 0, refused: 0 };
  const call = async (budget: CallBudget): Promise<number> => {
    const wait = await take(budget);
    if (wait > 0) return wait;
    const minute = now - (now % MINUTE);
    if (emr.minute !== minute) Object.assign(emr, { minute, calls: 0 });
    if (++emr.calls <= limit) return 0;
    emr.refused++;
    const pauseMs = minute + MINUTE - now;
    await budget.learn({ calls: null, windowMs: null, pauseMs, from: "Retry-After" });
    return pauseMs;
  };
  let waiting = Array.from({ length: jobs }, (_, job) => ({ budget: processes[job % 3], due: BEGIN, calls: 0 }));
  while (waiting.length > 0) {
    now = Math.max(now, Math.min(...waiting.map(({ due }) => due)));
    for (const job of waiting) {
      while (job.calls < 2 && job.due <= now && job.budget) {
        const wait = await call(job.budget);
        if (wait > 0) job.due = now + wait;
        else job.calls++;
        now += 10;
      }
    }
    waiting = waiting.filter(({ calls }) => calls < 2);
  }
  return { minutes: Math.ceil((now - BEGIN) / MINUTE), refused: emr.refused };
}

describe("a backlog", () => {
  it.each([
    [500, 250],
    [10_000, 2_500],
  ])("of %d operations is worked off at %d calls a minute, with few refusals", async (jobs, limit) => {
    const { minutes, refused } = await workOffBacklog(jobs, limit);
    const least = Math.ceil((jobs * 2) / limit);
    expect(minutes).toBeLessThanOrEqual(2 * least + 2);
    expect(refused).toBeLessThanOrEqual(3 * minutes);
  });
});
