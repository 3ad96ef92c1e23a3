import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { oncePerTurn } from "./once-per-turn.ts";

it("runs once for the calls of one turn with the same key, and again in the next", async () => {
  const run: string[] = [];
  const read = oncePerTurn(async (key) => {
    run.push(key);
    return `${key}${run.length}`;
  });
  const afterAwait = Promise.resolve().then(() => read("a"));
  expect(await Promise.all([read("a"), read("b"), read("a"), afterAwait])).toEqual(["a1", "b2", "a1", "a1"]);
  await nextTurn();
  expect(await read("a")).toBe("a3");
});

it("passes a failure to all of its callers, and tries again in the next turn", async () => {
  let tries = 0;
  const read = oncePerTurn(async () => {
    if (++tries === 1) throw new Error("away");
    return tries;
  });
  const settled = await Promise.allSettled([read("a"), read("a")]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await nextTurn();
  expect(await read("a")).toBe(2);
});
