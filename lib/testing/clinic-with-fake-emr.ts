import { asc } from "drizzle-orm";
import { beforeEach } from "vitest";
import { event, patient, syncSetAside } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import type { SyncKind } from "#lib/emr/port/port";
import type { TimeSlice } from "#lib/jobs/sync/run";
import { syncOver } from "#lib/jobs/sync/sync-account";
import { type FakeEmr, type FakeRead, fakeEmr, fakeList } from "./fake-emr.ts";
import { fakeClaim, fakePatient, fakeProvider, several } from "./fake-records.ts";
import { makeLinkedAccount, type TestAccount } from "./linked-account.ts";
import { testDatabase } from "./test-database.ts";

/** Creates before each test an account whose EMR exists in memory; call it once, at the top of a test file. */
export function clinicWithFakeEmr() {
  const database = testDatabase();
  let account: TestAccount | undefined;
  let emr: FakeEmr = fakeEmr();

  const present = () => {
    if (!account) throw new Error("The account is there inside of tests and hooks only");
    return account;
  };
  const tenant = () => present().tenant;
  const renewAccount = async () => {
    account = await makeLinkedAccount();
  };

  beforeEach(async () => {
    await renewAccount();
    emr = fakeEmr();
    emr.records.providers = fakeList<"providers">([fakeProvider("101")]);
  });

  return {
    database,
    tenant,
    /** The headers of an integrator of the account. */
    headers: () => present().headers,
    emr: () => emr,
    /** Replaces the account by one of which nothing is stored. */
    renewAccount,
    sync: (given: { requestedAt?: Date; acceptHeld?: SyncKind[]; pageMs?: number; slice?: TimeSlice } = {}) =>
      syncOver(tenant(), emr.connection, {
        emrType: "sandbox",
        linkVersion: 0,
        requestedAt: new Date(),
        acceptHeld: [],
        ...given,
      }),
    /** Sets the number of patients in the EMR. */
    patients: (count: number) => {
      emr.records.patients = fakeList<"patients">(several(count, fakePatient));
    },
    /** Sets the number of claims in the EMR. */
    claims: (count: number) => {
      emr.records.claims = fakeList<"claims">(several(count, fakeClaim));
    },
    /** Returns the MRNs of the stored patients. */
    mrns: async () =>
      (await readTenant(tenant(), (tx) => tx.select({ mrn: patient.mrn }).from(patient))).map(({ mrn }) => mrn),
    /** Returns the number of the account's rows of a table. */
    count: async (table: "patient" | "claim" | "appointment" | "sync_seen") => {
      const rows = await database.asOwner<{ count: number }>(
        `SELECT count(*)::integer AS count FROM ${table} WHERE linked_account_id = $1`,
        [tenant().linkedAccountId],
      );
      return rows[0]?.count;
    },
    /** Returns the row of the kind's reading. */
    stateOf: async (kind: SyncKind) => {
      const rows = await database.asOwner<Record<string, unknown>>(
        "SELECT * FROM sync_kind WHERE linked_account_id = $1 AND kind = $2",
        [tenant().linkedAccountId, kind],
      );
      return rows[0];
    },
    /** Returns the records that could not be stored, with their reasons. */
    setAside: () =>
      readTenant(tenant(), (tx) =>
        tx
          .select({ kind: syncSetAside.kind, ehrId: syncSetAside.ehrId, reason: syncSetAside.reason })
          .from(syncSetAside)
          .orderBy(asc(syncSetAside.ehrId)),
      ),
    /** Returns the type and the kinds of each published event, oldest first. */
    events: async () =>
      (await readTenant(tenant(), (tx) => tx.select().from(event).orderBy(asc(event.id)))).map(({ type, envelope }) => [
        type,
        (envelope.data as { kinds: string[] }).kinds,
      ]),
    /** Returns the calls for pages of a kind. */
    pagesOf: (kind: SyncKind): FakeRead[] => emr.reads.filter((read) => read.kind === kind && read.what === "page"),
  };
}
