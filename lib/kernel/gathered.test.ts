import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { gathered } from "./gathered.ts";

it("does the items of one turn and key in one call, each with its own result", async () => {
  const calls: string[] = [];
  const double = gathered(async (items: readonly number[], key) => {
    calls.push(`${key}: ${items}`);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([double("a", 1), double("b", 2), double("a", 3)])).toEqual([2, 4, 6]);
  await nextTurn();
  expect(await double("a", 4)).toBe(8);
  expect(calls).toEqual(["a: 1,3", "b: 2", "a: 4"]);
});

it("rejects every item of a call that fails, and none of the next", async () => {
  let calls = 0;
  const fragile = gathered(async (items: readonly string[]) => {
    if (++calls === 1) throw new Error("away");
    return items;
  });
  const settled = await Promise.allSettled([fragile("a", "x"), fragile("a", "y")]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await fragile("a", "z")).toBe("z");
});
