import { describe, expect, it } from "vitest";
import { isTooDeep, MAX_DEPTH, withoutTooDeep } from "./nesting.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("JSON without what is nested too deeply", () => {
  const nestedIn = (levels: number) => `${'{"a":['.repeat(levels)}1${"]}".repeat(levels)}`;
  const cut = (json: string) => new TextDecoder().decode(withoutTooDeep(bytesOf(json)));

  it.each(["", "1", '{"a":[1,"[[[{{{\\"["]}', "[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH)])(
    "is the same where nothing is: %s",
    (json) => {
      expect(cut(json)).toBe(json);
    },
  );

  it("has null in its place, and all else", () => {
    const json = `{"first":${nestedIn(40)},"second":[${nestedIn(500)},"[\\"{",${nestedIn(33)}],"third":2}`;
    const found = JSON.parse(cut(json));
    expect(isTooDeep(bytesOf(cut(json)))).toBe(false);
    expect([found.third, found.second[1], found.second.length]).toEqual([2, '["{', 3]);
    expect(JSON.stringify(found.first)).toContain("null");
  });

  it("ends in time, for JSON that does not end as well", () => {
    expect(isTooDeep(bytesOf(cut("[".repeat(300_000))))).toBe(false);
    expect(JSON.parse(cut("[".repeat(300_000) + "]".repeat(300_000)))).toBeDefined();
  });
});
