import { expect, test } from "vitest";
import { fetchOrgSettingsSample } from "#lib/resources/settings/fetch/sample";
import { syncLines } from "./sync-words.ts";

test("formats each list of a settings sync as one line", () => {
  const { summary } = fetchOrgSettingsSample.completed;
  const lines = syncLines({
    ...summary,
    providers_created: 1,
    providers_updated: 2,
    locations_created: 0,
    locations_updated: 0,
  });
  const values = Object.fromEntries(lines.map(({ label, value }) => [label, value]));
  expect(values).toMatchObject({ Providers: "1 new, 2 updated", Locations: "No change" });
  expect(values.Staff).toBe(String(summary.staff_list_count));
  expect(values["Time zone"]).toBe(summary.timezone_synced ? "Synced" : "Not synced");
  expect(values["Linked account"]).toBe(summary.link_org_updated ? "Updated" : "No change");
  expect(lines).toHaveLength(12);
});
