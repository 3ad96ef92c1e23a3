import { expect, it, vi } from "vitest";
import { EmrError } from "./port.ts";

it("recognizes an EmrError of another copy of its module, and nothing else", async () => {
  vi.resetModules();
  const copy = await import("./port.ts");
  expect(copy.EmrError).not.toBe(EmrError);
  expect(new copy.EmrError("passing", "The EMR is out")).toBeInstanceOf(EmrError);
  expect(new EmrError("passing", "The EMR is out")).toBeInstanceOf(EmrError);
  expect(new Error("The EMR is out")).not.toBeInstanceOf(EmrError);
});
