import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { openedCursor, sealedCursor } from "./sealed-cursor.ts";

const [key, another] = [1, 2].map(() => randomBytes(32).toString("base64url")) as [string, string];
beforeEach(() => startWithKeys(key));

const TEXT = '["Ávila","Ana","01900000000070008000000000000007"]';

it("shows nothing of its text, and the same text gives the same cursor", () => {
  const cursor = sealedCursor(TEXT);
  for (const form of ["base64url", "base64", "hex", "latin1"] as const) {
    expect(Buffer.from(cursor, form).toString("utf8")).not.toContain("vila");
    expect(Buffer.from(cursor, form).toString("latin1")).not.toContain("Ana");
  }
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(sealedCursor(TEXT)).toBe(cursor);
  expect(openedCursor(cursor)).toBe(TEXT);
});

it("does not tell how long a name is", () => {
  expect(sealedCursor('["Li","A"]')).toHaveLength(sealedCursor('["Featherstone","B"]').length);
});

it("opens with a previous key during a rotation, and with no other", () => {
  const cursor = sealedCursor(TEXT);
  startWithKeys(another, key);
  expect(openedCursor(cursor)).toBe(TEXT);
  startWithKeys(another);
  expect(openedCursor(cursor)).toBeNull();
});

it.each([
  ["a cursor as they were before", Buffer.from(TEXT).toString("base64url")],
  ["nothing", ""],
  ["a short text", "x"],
  ["a text of other signs", "é".repeat(80)],
])("takes %s for none", (_what, cursor) => expect(openedCursor(cursor)).toBeNull());

it("takes a changed cursor for none, whichever byte was changed", () => {
  const bytes = Buffer.from(sealedCursor(TEXT), "base64url");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(openedCursor(changed.toString("base64url"))).toBeNull();
  }
});
