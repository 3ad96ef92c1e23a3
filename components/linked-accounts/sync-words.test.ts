import { describe, expect, it } from "vitest";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { heldWords, kindName, lostWords, progressWords } from "./sync-words.ts";

const kind = (change: Partial<SyncKindModel>): SyncKindModel => ({
  kind: "visit_types",
  status: "running",
  rows: 12_400,
  pages: 124,
  total: 100_000,
  rate: 350.4,
  set_aside: 0,
  began_at: null,
  every_seconds: null,
  told: false,
  synced_at: null,
  reason: null,
  empty: false,
  note: null,
  held: null,
  ...change,
});

describe("progressWords", () => {
  it.each([
    ["a reading with its rate and end", {}, "12,400 of 100,000 · 350 a second · about 4 min 11 s left"],
    ["a reading whose end the EMR does not state", { total: null }, "12,400 · 350 a second"],
    ["a first page", { rows: 100, rate: null }, "100 of 100,000"],
    ["more records than the EMR stated", { rows: 100_007 }, "100,007 of 100,007 · 350 a second"],
    ["a kind that was never read", { status: "waiting", rows: 0 }, "none yet"],
    ["a complete reading", { status: "fresh", synced_at: "2026-03-02T09:10:00Z" }, "12,400"],
    ["an empty kind", { status: "fresh", rows: 0, synced_at: "2026-03-02T09:10:00Z" }, "0"],
  ] as const)("describes %s", (_, change, words) => expect(progressWords(kind(change))).toBe(words));
});

describe("a held answer", () => {
  it("is described with its numbers", () => {
    const held = kind({ kind: "appointments", status: "held", held: { stored: 2_000, seen: 12 } });
    expect(heldWords(held)).toBe("The EMR returned 12 of 2,000 appointments");
    expect(lostWords(held)).toBe("1,988 appointments");
    expect(heldWords(kind({}))).toBeNull();
  });
});

it("names a kind of record", () => expect(kindName("visit_types")).toBe("Visit types"));
