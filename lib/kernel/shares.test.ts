import { expect, it } from "vitest";
import { NoneLeft, Shares } from "./shares.ts";

const DEADLINE_MS = 50;

/** Takes places for a holder until it would have to wait. Returns their number. */
function takeAll(shares: Shares, holder: string): number {
  for (let count = 0; ; count++) {
    const waits = shares.take(holder);
    if (!waits) continue;
    waits.catch(() => undefined);
    return count;
  }
}

it("limits one holder to half of the places, and others to half of the rest", () => {
  const shares = new Shares(16, DEADLINE_MS);
  expect(["a", "b", "c", "d", "e"].map((holder) => takeAll(shares, holder))).toEqual([8, 4, 2, 1, 1]);
});

it("limits one organization to two thirds of the places, however many accounts it has", () => {
  const shares = new Shares(16, DEADLINE_MS);
  const accounts = Array.from({ length: 20 }, (_, number) => `a/${number}`);
  const taken = accounts.map((account) => takeAll(shares, account));
  expect([taken.slice(0, 3), taken.reduce((sum, count) => sum + count)]).toEqual([[8, 3, 0], 11]);
  expect(["b/1", "b/2", "c/1", "d"].map((holder) => takeAll(shares, holder))).toEqual([3, 1, 1, 0]);
});

it("limits each holder besides, and who waits", async () => {
  const shares = new Shares(16, DEADLINE_MS, { mostEach: 3, mostWaiting: 4 });
  expect(["a/1", "a/2", "b"].map((holder) => takeAll(shares, holder))).toEqual([3, 3, 3]);
  // Three wait, of four; two are the first organization's.
  expect(shares.waiting).toBe(3);
  await expect(shares.take("a/1")).rejects.toThrow("Too many wait");
});

it("gives a place back after work that fails", async () => {
  const shares = new Shares(1, DEADLINE_MS);
  await expect(shares.during("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await shares.during("a", async () => 7)).toBe(7);
});

it("lets a holder wait until the deadline, and counts waiting holders", async () => {
  const shares = new Shares(2, DEADLINE_MS);
  expect(shares.take("a")).toBeUndefined();
  const late = shares.take("a");
  expect(shares.waiting).toBe(1);
  await expect(late).rejects.toThrow(NoneLeft);
  expect(shares.waiting).toBe(0);
  shares.giveBack("a");
  expect(shares.take("a")).toBeUndefined();
});

it("serves waiting holders in turn, whatever their numbers", async () => {
  const shares = new Shares(2, 10_000);
  const served: string[] = [];
  shares.take("x");
  shares.take("y");
  for (const holder of ["a", "a", "a", "b", "c"]) void shares.take(holder)?.then(() => served.push(holder));
  shares.giveBack("y");
  for (let round = 0; round < 5; round++) {
    await new Promise(setImmediate);
    shares.giveBack(served.at(-1) as string);
  }
  expect(served).toEqual(["a", "b", "c", "a", "a"]);
});
