import { describe, expect, it } from "vitest";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { emptyScheduleOf } from "./empty-schedule.ts";

const kind = (name: SyncKindModel["kind"], given: Partial<SyncKindModel> = {}): SyncKindModel => ({
  kind: name,
  status: "fresh",
  rows: 0,
  pages: 1,
  total: null,
  rate: null,
  set_aside: 0,
  empty: false,
  began_at: null,
  every_seconds: null,
  told: false,
  synced_at: "2026-11-26T02:00:00Z",
  reason: null,
  note: null,
  held: null,
  ...given,
});

const wordsOf = (...kinds: SyncKindModel[]) => emptyScheduleOf(kinds, []);

describe("a schedule in which nothing is shown", () => {
  it.each<[string, SyncKindModel[], string]>([
    [
      "visits set aside",
      [kind("appointments", { empty: true, rows: 1_200, set_aside: 1_200 })],
      "1,200 visits could not be read and were set aside.",
    ],
    [
      "one visit set aside",
      [kind("appointments", { empty: true, rows: 1, set_aside: 1 })],
      "1 visit could not be read and was set aside.",
    ],
    [
      "visits of others alone",
      [kind("providers"), kind("appointments", { empty: true, rows: 7 })],
      "7 visits came, of which none is of an active provider.",
    ],
    ["no visit", [kind("appointments", { empty: true })], "The EMR returned no visit."],
  ])("says why: %s", (_title, kinds, reason) => {
    expect(wordsOf(...kinds)).toEqual({ title: "The schedule was read, and nothing of it is shown", reason });
  });

  it("says that nobody was found of whom visits would be", () => {
    const visits = kind("appointments", { empty: true, rows: 40 });
    expect(wordsOf(kind("providers", { empty: true }), visits)?.reason).toMatch(
      /^No practitioner who sees patients was found at the clinic’s organization\. 40 visits came/,
    );
    expect(wordsOf(kind("providers", { empty: true, set_aside: 2 }), visits)?.reason).toMatch(
      /^No provider is shown: 2 practitioners could not be read/,
    );
  });

  it("says why the EMR shows none", () => {
    const reason = "The EMR shows visits for one practitioner at a time, and does not show who its practitioners are";
    expect(emptyScheduleOf([], [{ kind: "appointments", reason }])).toEqual({
      title: "This EMR shows no schedule",
      reason: `${reason}.`,
    });
    expect(emptyScheduleOf([], [{ kind: "appointments", reason: null }])?.reason).toBe("The EMR does not show it.");
  });

  it("is silent before the schedule was read, and while something of it is shown", () => {
    expect(wordsOf()).toBeNull();
    expect(wordsOf(kind("appointments", { empty: true, status: "running", synced_at: null }))).toBeNull();
    expect(wordsOf(kind("providers", { empty: true }), kind("appointments", { set_aside: 3 }))).toBeNull();
  });
});
