import { describe, expect, it } from "vitest";
import { accountStateOf, pageForAccount } from "./account-words.ts";

const account = {
  id: "a1",
  name: "Main",
  organization_name: "Riverside",
  emr_type: "sandbox",
  timezone: "America/New_York",
  capabilities: [],
  synced_at: "2026-03-02T09:10:00Z",
  emr_out_since: null,
  login_required_since: null,
};

describe("accountStateOf", () => {
  it.each([
    ["2026-03-02T15:00:00Z", "synced 4:10 AM", "fresh"],
    ["2026-03-03T09:00:00Z", "synced Mar 2, 4:10 AM", "fresh"],
    ["2026-03-03T12:00:00Z", "synced Mar 2, 4:10 AM", "stale"],
    ["2027-03-02T12:00:00Z", "synced Mar 2, 4:10 AM", "stale"],
  ])("reports at %s: %s", (now, words, state) => {
    expect(accountStateOf(account, Date.parse(now))).toEqual({ state, at: account.synced_at, words });
  });

  it("says when today's visits were read, if that was after the sync", () => {
    const reading = (read_at: string | null) => ({ read_at, every_seconds: 30, reason: null });
    const wordsOf = (today: string | null, changes: string | null) => {
      const freshness = { today: reading(today), changes: reading(changes), paused_until: null };
      return accountStateOf({ ...account, freshness }, Date.parse("2026-03-02T15:00:00Z")).words;
    };
    expect(wordsOf("2026-03-02T14:58:00Z", "2026-03-02T14:55:00Z")).toBe("synced 4:10 AM, today’s visits 9:58 AM");
    expect(wordsOf(null, "2026-03-02T14:55:00Z")).toBe("synced 4:10 AM, today’s visits 9:55 AM");
    expect(wordsOf("2026-03-02T05:00:00Z", null)).toBe("synced 4:10 AM");
  });

  it("reports an account that was never synced as stale", () => {
    expect(accountStateOf({ ...account, synced_at: null }, 0)).toEqual({
      state: "stale",
      at: null,
      words: "not synced yet",
    });
  });

  it.each([
    ["degraded", account, "sync degraded"],
    ["held", account, "sync degraded"],
    ["running", { ...account, synced_at: null }, "first sync"],
    ["running", account, "synced 4:10 AM"],
  ] as const)("reports a kind of record that is %s", (status, given, words) => {
    const kinds = [{ status: "fresh" as const }, { status }];
    expect(accountStateOf(given, Date.parse("2026-03-02T15:00:00Z"), kinds).words).toBe(words);
  });

  it("reports an EMR outage first, with its beginning", () => {
    const out = { ...account, emr_out_since: "2026-03-02T14:55:00Z" };
    expect(accountStateOf(out, Date.parse("2026-03-02T15:00:00Z"))).toEqual({
      state: "out",
      at: out.emr_out_since,
      words: "EMR out since 9:55 AM",
    });
  });
});

describe("pageForAccount", () => {
  it.each([
    ["/a/one/activity", "/a/two/activity"],
    ["/a/one/jobs/12", "/a/two/activity"],
    ["/a/one/patients/77", "/a/two/patients"],
    ["/a/one", "/a/two"],
  ])("maps %s to %s", (from, to) => expect(pageForAccount(from, "two")).toBe(to));
});
