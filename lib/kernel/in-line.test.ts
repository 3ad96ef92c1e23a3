import { expect, it } from "vitest";
import { inLine } from "./in-line.ts";

it("does the work of one line in order, also behind work that fails, and that of another meanwhile", async () => {
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inLine("a", async () => {
    await gate.promise;
    done.push("first");
    throw new Error("first failed");
  });
  const second = inLine("a", async () => void done.push("second"));
  await inLine("b", async () => void done.push("other"));
  expect(done).toEqual(["other"]);
  gate.resolve();
  await expect(first).rejects.toThrow("first failed");
  await second;
  expect(done).toEqual(["other", "first", "second"]);
  expect(await inLine("a", async () => 5)).toBe(5);
});
