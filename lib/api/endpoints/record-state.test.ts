import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { changeRecords } from "#lib/db/record-versions";
import { patient } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { provider } from "#lib/resources/providers/table";
import { openClinic } from "#lib/testing/clinic";
import { sentDuring } from "#lib/testing/sent-statements";
import { testDatabase } from "#lib/testing/test-database";
import { presentState, recordsOf } from "./record-state.ts";

testDatabase();

it("is read in one transaction for an account's requests of one turn, and anew in the next", async () => {
  const [{ tenant }, { tenant: other }] = [await openClinic(), await openClinic()];
  const [patients, both] = [recordsOf([patient]), recordsOf([patient, provider])];
  // The first look at an account finds out whether its first sync is complete, which the process then remembers.
  await Promise.all([presentState(tenant, patients), presentState(other, patients)]);
  let [first, same, more, others]: Awaited<ReturnType<typeof presentState>>[] = [];
  const sent = await sentDuring(async () => {
    [first, same, more, others] = await Promise.all([
      presentState(tenant, patients),
      presentState(tenant, patients),
      presentState(tenant, both),
      presentState(other, patients),
    ]);
  });
  expect(sent.map(({ length }) => length).sort()).toEqual([1, 2]);
  expect(same).toEqual(first);
  await withTenant(tenant, (tx) => changeRecords(tx, tenant, provider, sql`SELECT gen_random_uuid() AS id`));
  expect(await presentState(tenant, patients)).toEqual(first);
  expect(await presentState(tenant, both)).not.toEqual(more);
  await withTenant(tenant, (tx) => changeRecords(tx, tenant, patient, sql`SELECT gen_random_uuid() AS id`));
  expect(await presentState(tenant, patients)).not.toEqual(first);
  expect(await presentState(other, patients)).toEqual(others);
});
