import { afterAll, beforeAll, expect, it } from "vitest";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { fillClinic } from "#lib/testing/interface-only-clinic";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { linkRemote } from "#lib/testing/link-remote";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
let remote: InterfaceOnlyServer;
let account: TestAccount;

beforeAll(async () => {
  forgetSingleton("environment");
  remote = await startInterfaceOnlyServer();
  fillClinic(remote);
  account = await makeLinkedAccount({ emrType: "records_api" });
  await linkRemote(database, account, remote);
});
afterAll(() => remote.stop());

const mrns = async () =>
  (
    await database.asOwner<{ mrn: string }>("SELECT mrn FROM patient WHERE linked_account_id = $1 ORDER BY mrn", [
      account.tenant.linkedAccountId,
    ])
  ).map(({ mrn }) => mrn);

it("a patient without an appointment in the range stays, also after the weekly reading of all records", {
  tags: "long",
}, async () => {
  await syncAccount(account.tenant);
  expect(await mrns()).toEqual(["MRN-1", "MRN-2"]);
  remote.records.appointments = remote.records.appointments.filter(({ patient_mrn }) => patient_mrn !== "MRN-2");
  await database.asOwner("UPDATE sync_kind SET swept_at = now() - interval '8 days'");
  await syncAccount(account.tenant);
  expect(await mrns()).toEqual(["MRN-1", "MRN-2"]);
  const left = await database.asOwner<{ id: string }>(
    "SELECT emr_appointment_id AS id FROM appointment WHERE linked_account_id = $1 ORDER BY id",
    [account.tenant.linkedAccountId],
  );
  expect(left.map(({ id }) => id)).toEqual(["APT-1", "APT-3", "APT-4"]);
});
