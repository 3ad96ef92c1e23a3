/** @module-tag long */

import { expect, it } from "vitest";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { openClinic } from "#lib/testing/clinic";
import { changesAfter, cursorOfNow } from "#lib/testing/mirror";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();

/**
 * Changes in the EMR, and what the reads then show otherwise, as a person judged it: the ids in the EMR of the records, and
 * their fields. The practice has the visits APT-1 of PAT-1 and APT-2 of PAT-2; documents 1 and 2 are PAT-1's, of REF-1.
 */
const JUDGED: [change: string, shown: Record<string, string>][] = [
  ["appointment SET status = 'ARR' WHERE id = 'APT-1'", { "APT-1": "status" }],
  ["appointment SET starts_at = starts_at + interval '1 hour' WHERE id = 'APT-1'", { "APT-1": "datetime" }],
  ["appointment SET duration_minutes = 45 WHERE id = 'APT-1'", { "APT-1": "duration" }],
  ["appointment SET note = 'Bring a list' WHERE id = 'APT-1'", { "APT-1": "note" }],
  ["appointment SET reason = 'Back pain' WHERE id = 'APT-1'", { "APT-1": "reason" }],
  ["appointment SET location_id = 'LOC-2' WHERE id = 'APT-1'", { "APT-1": "location" }],
  ["appointment SET provider_id = '102' WHERE id = 'APT-1'", { "APT-1": "provider_ehr_id provider_name provider_npi" }],
  ["appointment SET secondary_provider_id = '101' WHERE id = 'APT-1'", { "APT-1": "secondary_provider_ehr_id" }],
  ["appointment SET block_label = 'Closed' WHERE id = 'APT-4'", {}],
  [
    'appointment SET diagnoses = \'[{"code": "J20", "description": "Bronchitis"}]\' WHERE id = \'APT-1\'',
    { "APT-1": "diagnoses" },
  ],
  ["patient SET email = 'new@example.com' WHERE id = 'PAT-3'", { "PAT-3": "email" }],
  ["patient SET phone = '212-555-0999' WHERE id = 'PAT-1'", { "PAT-1": "phone", "APT-1": "patient_phone" }],
  [
    "patient SET last_name = 'Boone' WHERE id = 'PAT-2'",
    {
      "PAT-2": "last_name",
      "APT-2": "patient_last_name patient_name",
      "REF-2": "patient_name",
      "DOC-3": "patient_name",
      "RCL-2": "patient_name",
    },
  ],
  ["patient SET address = address || '{\"city\": \"York\"}' WHERE id = 'PAT-1'", { "PAT-1": "address" }],
  ["provider SET specialty = 'Cardiology' WHERE id = '102'", { "102": "specialty etag" }],
  ["location SET phone = '212-555-0998' WHERE id = 'LOC-1'", { "LOC-1": "phone" }],
  ["location SET name = 'Far North' WHERE id = 'LOC-2'", { "LOC-2": "name", "APT-1": "location", "APT-2": "location" }],
  ["referral SET notes = 'Called' WHERE id = 'REF-1'", { "REF-1": "notes" }],
  [
    "referring_provider SET last_name = 'Ito' WHERE id = 'RP-1'",
    { "REF-1": "referring_provider_name", "REF-2": "referring_provider_name" },
  ],
  ["recall SET due_date = '2026-07-01', status = 'closed' WHERE id = 'RCL-1'", { "RCL-1": "due_date status" }],
  ["document SET file_name = 'result.txt' WHERE id = 'DOC-1'", { "DOC-1": "file_name" }],
  ["document SET content = 'Other' WHERE id = 'DOC-2'", { "DOC-2": "size sha256" }],
];

it("names the fields that show something else, as a person judged them", async () => {
  const account = await openClinic();
  const found: [string, Record<string, string>][] = [];
  let cursor = await cursorOfNow(account);
  for (const [change] of JUDGED) {
    await sandboxPool().query(`UPDATE sandbox.${change} AND practice_id = $1`, [account.tenant.linkedAccountId]);
    await syncAccount(account.tenant);
    const changes = await changesAfter(account, cursor);
    cursor = changes.at(-1)?.cursor ?? cursor;
    found.push([change, Object.fromEntries(changes.map((each) => [each.ehr_id, each.updated_fields.join(" ")]))]);
  }
  expect(found).toEqual(JUDGED);
});
