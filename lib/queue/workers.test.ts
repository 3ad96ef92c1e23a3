import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "#lib/kernel/id";
import { Workers } from "./workers.ts";

const accounts = Array.from({ length: 200 }, () => newId());

/** Returns workers that have heard of each other. */
function workersOf(count: number): Workers[] {
  const all = Array.from({ length: count }, () => new Workers());
  for (const one of all) for (const other of all) one.heard(other.id);
  return all;
}

const firstOf = (workers: Workers[], account: string) => workers.filter((worker) => worker.isFirstFor(account));

describe("workers", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    return () => vi.useRealTimers();
  });

  it("are first for every account while they know of no other", () => {
    const [worker] = workersOf(1);
    expect(accounts.filter((account) => worker?.isFirstFor(account))).toEqual(accounts);
  });

  it("share the accounts: each has exactly one first worker, and each worker has some", () => {
    const workers = workersOf(3);
    const firsts = accounts.map((account) => firstOf(workers, account));
    expect(firsts.every(({ length }) => length === 1)).toBe(true);
    for (const worker of workers) expect(firsts.flat().filter((one) => one === worker).length).toBeGreaterThan(20);
  });

  it("take over the accounts of one that ends or falls silent, and no others", () => {
    const workers = workersOf(3);
    const [lost, ...left] = workers as [Workers, Workers, Workers];
    const before = accounts.map((account) => firstOf(workers, account)[0]);
    for (const worker of left) worker.gone(lost.id);
    const after = accounts.map((account) => firstOf(left, account));
    expect(after.every(({ length }) => length === 1)).toBe(true);
    const kept = accounts.filter((_, index) => before[index] !== lost);
    expect(kept.map((account) => firstOf(left, account)[0])).toEqual(before.filter((worker) => worker !== lost));

    vi.advanceTimersByTime(6_000);
    const [alone] = left;
    expect(accounts.every((account) => alone.isFirstFor(account))).toBe(true);
  });
});
