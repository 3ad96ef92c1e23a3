import { expect, it } from "vitest";
import { allInOrder } from "./all-in-order.ts";

it("returns the values in their order", async () => {
  expect(await allInOrder([Promise.resolve(1), Promise.resolve("two")])).toEqual([1, "two"]);
});

it("throws the first failure in their order after all have ended", async () => {
  const first = Promise.withResolvers<never>();
  let ended = false;
  const all = allInOrder([first.promise, Promise.reject(new Error("second"))]).finally(() => {
    ended = true;
  });
  all.catch(() => undefined);
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  first.reject(new Error("first"));
  await expect(all).rejects.toThrow("first");
});
