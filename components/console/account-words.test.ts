import { describe, expect, it } from "vitest";
import { freshnessOf, pageForAccount } from "./account-words.ts";

const account = {
  id: "a1",
  name: "Main",
  organization_name: "Riverside",
  emr_type: "sandbox",
  timezone: "America/New_York",
  capabilities: [],
  synced_at: "2026-03-02T09:10:00Z",
};

describe("freshnessOf", () => {
  it.each([
    ["2026-03-02T15:00:00Z", "synced 04:10", false],
    ["2026-03-03T09:00:00Z", "synced Mar 2, 04:10", false],
    ["2026-03-03T12:00:00Z", "synced Mar 2, 04:10", true],
  ])("at %s says %s", (now, words, isStale) => {
    expect(freshnessOf(account, Date.parse(now))).toEqual({ words, isStale });
  });

  it("calls an account stale that was never synced", () => {
    expect(freshnessOf({ ...account, synced_at: null }, 0)).toEqual({ words: "not synced yet", isStale: true });
  });
});

describe("pageForAccount", () => {
  it.each([
    ["/a/one/activity", "/a/two/activity"],
    ["/a/one/jobs/12", "/a/two/activity"],
    ["/a/one/patients/77", "/a/two/patients"],
    ["/a/one", "/a/two"],
  ])("%s becomes %s", (from, to) => expect(pageForAccount(from, "two")).toBe(to));
});
