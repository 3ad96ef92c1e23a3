import { expect, it } from "vitest";
import { newId, parseId } from "./id.ts";

it("creates version 7 UUIDs without dashes that sort by time", () => {
  const ids = [1, 2_000, 1_700_000_000_000, 1_800_000_000_000].map((now) => newId(now));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  expect([...ids].sort()).toEqual(ids);
});

it("keeps the order of ids within a millisecond, without duplicates", () => {
  const now = Date.now();
  const ids = Array.from({ length: 2_000 }, () => newId(now));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 20_000 }, () => newId(now))).size).toBe(20_000);
});

it("parses a UUID with or without dashes and refuses anything else", () => {
  expect(parseId("01890A5D-AC96-774B-BCCE-B302099A8057")).toBe("01890a5dac96774bbcceb302099a8057");
  expect(parseId("01890a5dac96774bbcceb302099a8057")).toBe("01890a5dac96774bbcceb302099a8057");
  for (const text of [
    "",
    "1",
    "0-1890a5dac96774bbcceb302099a8057",
    "01890a5d-ac96774bbcceb302099a8057",
    "01890a5dac96774bbcceb302099a805",
    "01890a5dac96774bbcceb302099a805g",
  ]) {
    expect(parseId(text)).toBeNull();
  }
});
