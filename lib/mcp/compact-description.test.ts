import { expect, it } from "vitest";
import { compactDescription } from "./compact-description.ts";

it.each([
  ["YYYY-MM-DD", ""],
  ["YYYY-MM-DD, from 20 years ago to 20 years ahead", ""],
  ["YYYY-MM-DD, from 20 years ago to 20 years ahead, on or after `start_date`", ""],
  ["Inclusive; on or after `service_from`", ""],
  ["Events created at this time or earlier; not before `created_after`", ""],
  ["On or after the day of the visit", "On or after the day of the visit"],
  ["YYYY-MM-DD: the day of the appointments", "The day of the appointments"],
  ["ISO 8601 with an offset", ""],
  ["Inclusive. The range may have at most 62 days", ""],
  ["Body text", ""],
  ["The open slots. The token of a view `booking` reads only those of its view.", "The open slots"],
  ["Exact MRNs, comma-separated, at most 200", "Exact MRNs"],
  ["Categories, comma-separated; default `appointment`", "Categories; default `appointment`"],
  ["`emr_id` of a location from GET /locations; 404 if unknown", "`emr_id` from read_locations"],
  ["The ordering provider's `ehr_id` from GET /providers", "The ordering provider's `ehr_id` from read_providers"],
  [
    "`ehr_id` of a staff member from GET /staff, or id of one of `staff_groups` of GET /settings",
    "`ehr_id` from read_staff, or id of one of `staff_groups` of read_settings",
  ],
  ["Items that POST /orders/catalog/fetch has found", "Items that draft_order_catalog_fetch has found"],
  ["Must resolve to a synced patient", ""],
  ["Must resolve to a synced patient: the client's id", "The client's id"],
  [
    "Name or id of a team, resolved at processing time. Names match in any case",
    "Name or id of a team. Names match in any case",
  ],
  [
    "1 to 50 items that a search has found; 400 for others. Duplicates count once",
    "1 to 50 items that a search has found",
  ],
  [
    "Get a linked account. An access token can read only its own linked account, a session every account of the organization.",
    "Get a linked account",
  ],
  [
    "The form, from GET /forms. If there is none, any form is accepted",
    "The form, from read_forms. If there is none, any form is accepted",
  ],
  ["Length of the session in minutes", "Length of the session in minutes"],
  ["`routine`, `urgent` or `stat`, in any case", "`routine`, `urgent` or `stat`"],
  ["Of this job", ""],
  ["Title; required by some EMRs", "Title"],
  ["The newest first. Entries are kept for 30 days. Each kind needs its own read permission", "The newest first"],
  [
    "Newest first. Events are kept for the operator's retention period, 90 days by default, and while one of their deliveries is pending or held. After that: 404",
    "Newest first",
  ],
  ["A provider's id here, with or without dashes", "A provider's id here"],
])("%s", (given, expected) => expect(compactDescription(given)).toBe(expected));

it.each([
  ["`lab`, `imaging` or `procedure`", ""],
  ["`routine`, `urgent` or `stat`; default `routine`", "Default `routine`"],
  ["Default `Normal`", "Default `Normal`"],
  [
    "24 hours by hour, or seven days by day, in the account's time zone",
    "24 hours by hour, or seven days by day, in the account's time zone",
  ],
])("whose schema names the values: %s", (given, expected) => {
  expect(compactDescription(given, { namesValues: true })).toBe(expected);
});

it("whose schema names the default", () => {
  const text = "`incoming` or `outgoing`; default `outgoing`";
  expect(compactDescription(text, { namesValues: true, byDefault: "outgoing" })).toBe("");
  expect(compactDescription(text, { namesValues: true, byDefault: "incoming" })).toBe("Default `outgoing`");
  expect(compactDescription("Categories; default `visit`", { byDefault: "visit" })).toBe("Categories");
});
