import { expect, it } from "vitest";
import { replacementWords } from "./key-times.ts";

const OLD = { signs_from: "2026-01-01T10:00:00Z", retires_at: "2026-03-03T10:00:00Z" };
const NEW = { signs_from: "2026-03-03T09:00:00Z", retires_at: null };
const at = (moment: string) => replacementWords([OLD, NEW], Date.parse(moment), "UTC")?.replaceAll("\u202f", " ");

it("says when new keys sign and old ones retire, which is a day ahead", () => {
  expect(at("2026-03-02T10:00:00Z")).toBe(
    "The new keys are published, and sign from Mar 3, 2026, 9:00:00 AM UTC on. The old ones stay valid beside them until Mar 3, 2026, 10:00:00 AM UTC.",
  );
  expect(at("2026-03-03T09:30:00Z")).toBe("The old ones stay valid beside them until Mar 3, 2026, 10:00:00 AM UTC.");
});

it("says nothing of keys that nothing replaces", () => {
  expect(replacementWords([{ ...OLD, retires_at: null }], 0)).toBeNull();
});
