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

it("skips work that could not begin in time, and goes on with the next", async () => {
  const gate = Promise.withResolvers<void>();
  const first = inLine("a", () => gate.promise);
  const late = inLine("a", async () => "done", { withinMs: 1, late: () => new Error("too late") });
  const patient = inLine("a", async () => "done", { withinMs: 60_000, late: () => new Error("too late") });
  await expect(late).rejects.toThrow("too late");
  gate.resolve();
  await first;
  expect(await patient).toBe("done");
});
