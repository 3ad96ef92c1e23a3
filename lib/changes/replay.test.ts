/** @module-tag long */

import { expect, it } from "vitest";
import { drawAsOf } from "#lib/db/as-of";
import { withTenant } from "#lib/db/tenant";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { syncedPatients } from "#lib/resources/patients/sync";
import { storePage } from "#lib/resources/synced/store-page";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { apply, changesAfter, cursorOfNow, readAll } from "#lib/testing/mirror";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();

const CHANGES = 400;

/** Returns numbers below a bound, the same for each run of the test. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What can change in the simulated EMR: a statement about practice `$1`, made for the number of a change. */
const CHANGES_IN_EMR: ((number: number) => string)[] = [
  (n) =>
    `UPDATE sandbox.patient SET phone = '212-555-${1000 + n}' WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) => `UPDATE sandbox.patient SET last_name = 'Name${n}' WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) => `UPDATE sandbox.patient SET mrn = 'MRN-X${n}' WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) =>
    `UPDATE sandbox.patient SET address = jsonb_set(address, '{city}', '"City ${n}"') WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) => `UPDATE sandbox.location SET name = 'Place ${n}' WHERE practice_id = $1 AND id = 'LOC-${1 + (n % 2)}'`,
  (n) =>
    `UPDATE sandbox.location SET phone = '212-555-${1000 + n}' WHERE practice_id = $1 AND id = 'LOC-${1 + (n % 2)}'`,
  (n) => `UPDATE sandbox.provider SET last_name = 'Provider${n}' WHERE practice_id = $1 AND id = '10${1 + (n % 2)}'`,
  (n) =>
    `UPDATE sandbox.appointment SET status = '${n % 2 ? "ARR" : "SCH"}' WHERE practice_id = $1 AND id = 'APT-${1 + (n % 2)}'`,
  (n) => `UPDATE sandbox.appointment SET note = 'Note ${n}' WHERE practice_id = $1 AND id = 'APT-${1 + (n % 2)}'`,
  (n) =>
    `UPDATE sandbox.appointment SET starts_at = starts_at + interval '${n % 7} minutes' WHERE practice_id = $1 AND id = 'APT-${1 + (n % 5)}'`,
  (n) => `UPDATE sandbox.appointment SET location_id = 'LOC-${1 + (n % 2)}' WHERE practice_id = $1`,
  (n) =>
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     SELECT practice_id, 'NEW-${n}', category, starts_at, 10, provider_id, location_id, patient_id, status
     FROM sandbox.appointment WHERE practice_id = $1 AND id = 'APT-1'`,
  () => `DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id LIKE 'NEW-%'`,
  (n) => `UPDATE sandbox.referral SET reason = 'Reason ${n}' WHERE practice_id = $1 AND id = 'REF-${1 + (n % 2)}'`,
  (n) =>
    `INSERT INTO sandbox.document (practice_id, id, file_name, mime_type, patient_id, referral_id, created_at, content)
     VALUES ($1, 'DOC-N${n}', 'letter ${n}.txt', 'text/plain', 'PAT-1', 'REF-1', now(), 'Letter ${n}')`,
  () => `DELETE FROM sandbox.document WHERE practice_id = $1 AND id LIKE 'DOC-N%'`,
  (n) => `UPDATE sandbox.recall SET due_date = date '2026-05-01' + ${n % 30} WHERE practice_id = $1 AND id = 'RCL-1'`,
  (n) =>
    `INSERT INTO sandbox.recall_action (practice_id, id, recall_id, action_taken) VALUES ($1, 'RCA-N${n}', 'RCL-1', 'Called patient')`,
  (n) => `UPDATE sandbox.referring_provider SET last_name = 'Referrer${n}' WHERE practice_id = $1 AND id = 'RP-1'`,
  (n) => `UPDATE sandbox.recall SET patient_id = 'PAT-${1 + (n % 3)}' WHERE practice_id = $1 AND id = 'RCL-2'`,
];

/** Stores what an EMR would have said of a patient, in a transaction that is rolled back. */
async function storeInVain({ tenant }: TestAccount): Promise<void> {
  const lost = withTenant(tenant, async (tx) => {
    const asOf = await drawAsOf(tx);
    const { rows } = await sandboxPool().query(
      "SELECT * FROM sandbox.patient WHERE practice_id = $1 AND id = 'PAT-1'",
      [tenant.linkedAccountId],
    );
    const [{ mrn, gender, email, address }] = rows;
    const given = {
      ehrId: "PAT-1",
      mrn,
      firstName: "In",
      lastName: "Vain",
      dob: "1980-01-01",
      gender,
      phone: "",
      email,
    };
    const records = [{ ...given, address, mergedInto: null }];
    const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
    const page = { records, faulty: [], deleted: [] };
    await storePage(tx, tenant, syncedPatients, page, { asOf, whole: false, context });
    throw new Error("killed");
  });
  await expect(lost).rejects.toThrow("killed");
}

it("a cursor, a full read, and the feed applied to it give what the reads show, each difference once", async () => {
  const account = await openClinic();
  const number = numbersFrom(41);
  const cursor = await cursorOfNow(account);
  const mirror = await readAll(account);
  let before = new Map(mirror);
  const expected: string[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const statement = CHANGES_IN_EMR[number(CHANGES_IN_EMR.length)]?.(n) ?? "";
    await sandboxPool().query(statement, [account.tenant.linkedAccountId]);
    if (number(5) > 0) continue;
    if (number(3) === 0) await storeInVain(account);
    await syncAccount(account.tenant);
    const after = await readAll(account);
    for (const key of new Set([...before.keys(), ...after.keys()]))
      if (JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key))) expected.push(key);
    before = after;
  }
  await syncAccount(account.tenant);
  const after = await readAll(account);
  for (const key of new Set([...before.keys(), ...after.keys()]))
    if (JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key))) expected.push(key);
  const changes = await changesAfter(account, cursor, 37);
  // A visit's note is shown only if asked for.
  const told = changes.filter(({ updated_fields }) => updated_fields.join() !== "note");
  const differs = apply(mirror, told);
  expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(after));
  expect(told.length).toBeGreaterThan(150);
  // Several transactions of one sync may change what is shown of one record: none tells of nothing.
  expect(differs.every(Boolean)).toBe(true);
  expect(new Set(told.map(({ kind, id }) => `${kind}/${id}`))).toEqual(new Set(expected));
});

it("a reading that is killed has told of what it stored, and the next one of the rest", async () => {
  const account = await openClinic();
  const { linkedAccountId } = account.tenant;
  const cursor = await cursorOfNow(account);
  const mirror = await readAll(account);
  await sandboxPool().query("UPDATE sandbox.location SET name = name || ' 2' WHERE practice_id = $1", [
    linkedAccountId,
  ]);
  await sandboxPool().query("UPDATE sandbox.patient SET last_name = last_name || ' 2' WHERE practice_id = $1", [
    linkedAccountId,
  ]);
  await sandboxPool().query("UPDATE sandbox.behavior SET outage = false WHERE practice_id = $1", [linkedAccountId]);
  await syncAccount(account.tenant, { slice: { pages: 3, ms: Infinity } });
  await syncAccount(account.tenant, { slice: { pages: 5, ms: Infinity } });
  await syncAccount(account.tenant);
  apply(mirror, await changesAfter(account, cursor));
  expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await readAll(account)));
});
