/** @module-tag long */

import { expect, it } from "vitest";
import { drawAsOf } from "#lib/db/as-of";
import { withTenant } from "#lib/db/tenant";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { randomOf } from "#lib/emr/sandbox/seed/random";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { syncedPatients } from "#lib/resources/patients/sync";
import { storePage } from "#lib/resources/synced/store-page";
import { openClinic } from "#lib/testing/clinic";
import { changeOfClinic } from "#lib/testing/feed/clinic-changes";
import { replay } from "#lib/testing/feed/replay";
import { REPLAYED_EMRS } from "#lib/testing/feed/replayed-emrs";
import type { TestAccount } from "#lib/testing/linked-account";
import { apply, changesAfter, cursorOfNow, readAll } from "#lib/testing/mirror";
import { testDatabase } from "#lib/testing/test-database";

// A demo may reach FHIR servers at loopback addresses.
process.env.SEED = "demo";

const database = testDatabase();

const CHANGES = 400;

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
  const random = randomOf("the changes of a clinic");
  const cursor = await cursorOfNow(account);
  const mirror = await readAll(account);
  let before = new Map(mirror);
  const expected: string[] = [];
  for (let n = 0; n < CHANGES; n++) {
    await sandboxPool().query(changeOfClinic(random, n), [account.tenant.linkedAccountId]);
    if (!random.chance(0.2)) continue;
    if (random.chance(0.3)) await storeInVain(account);
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

it.each(Object.entries(REPLAYED_EMRS))(
  "a copy by the feed is what the reads show of %s whose reader is killed",
  async (_, open) => {
    const emr = await open(database.asOwner);
    try {
      const { killedAtWork, killedBetween, entries } = await replay(emr, { changes: 40, kills: 5 });
      expect(killedAtWork + killedBetween).toBe(5);
      expect(entries).toBeGreaterThan(10);
    } finally {
      await emr.stop();
    }
  },
);
