import { describe, expect, it } from "vitest";
import { EmrError } from "#lib/emr/port/port";
import { eachOnFailure } from "./groups.ts";

/** Searches for a group; the values fail as many times as given, and each search with one of them. */
async function searchFor(group: string[], failures: Record<string, number>) {
  const left = { ...failures };
  const found: string[] = [];
  const failed: string[] = [];
  const search = async (values: readonly string[]) => {
    const bad = values.find((value) => (left[value] ?? 0) > 0);
    if (bad !== undefined) {
      left[bad] = (left[bad] ?? 0) - 1;
      throw new EmrError("passing", "Bad gateway");
    }
    found.push(...values);
  };
  await eachOnFailure(group, search, (value) => failed.push(value), new AbortController().signal);
  return { found, failed };
}

describe("a search for several values that fails for the moment", () => {
  it("finds each by itself", async () => {
    expect(await searchFor(["a", "b", "c"], { b: 1 })).toEqual({ found: ["a", "b", "c"], failed: [] });
  });

  it("searches once more for one that failed alone", async () => {
    expect(await searchFor(["a", "b", "c"], { b: 2 })).toEqual({ found: ["a", "c", "b"], failed: [] });
  });

  it("gives up on one that fails again and again, and keeps the others", async () => {
    expect(await searchFor(["a", "b", "c"], { b: 9 })).toEqual({ found: ["a", "c"], failed: ["b"] });
  });

  it("throws if all fail", async () => {
    await expect(searchFor(["a", "b"], { a: 9, b: 9 })).rejects.toThrow("Bad gateway");
  });
});
