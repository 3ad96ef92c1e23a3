import { afterEach, expect, it, vi } from "vitest";
import { inOneTab } from "./in-one-tab.ts";

afterEach(() => vi.unstubAllGlobals());

/** Locks as a browser has them that grants each at once. */
const GRANTED = { request: (_name: string, work: () => Promise<void>) => work() };
const DENIED = { request: () => Promise.reject(new DOMException("The request was denied.", "SecurityError")) };

it.each([
  ["with locks", { locks: GRANTED }],
  ["without locks", {}],
  ["in a frame to which they are denied", { locks: DENIED }],
])("does the work once %s", async (_where, navigator) => {
  vi.stubGlobal("navigator", navigator);
  const work = vi.fn(async () => undefined);
  await inOneTab("payment", work);
  expect(work).toHaveBeenCalledOnce();
});

it("does work that failed not again", async () => {
  vi.stubGlobal("navigator", { locks: GRANTED });
  const work = vi.fn(async () => {
    throw new Error("refused");
  });
  await expect(inOneTab("payment", work)).rejects.toThrow("refused");
  expect(work).toHaveBeenCalledOnce();
});
