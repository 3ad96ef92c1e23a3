import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { linkedAccount, organization, patient } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { loadPractice } from "#lib/emr/sandbox/load";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { newId } from "#lib/kernel/id";
import { location } from "#lib/resources/locations/table";
import { searchTextOf } from "#lib/resources/patients/search-text";
import { provider } from "#lib/resources/providers/table";
import { accountSettings } from "#lib/resources/settings/model";
import { storedSettings } from "#lib/resources/settings/stored-settings";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import { practiceRecords } from "#lib/testing/practice-records";
import { testDatabase } from "#lib/testing/test-database";
import { syncAccount } from "./sync-account.ts";

const MANY = 1_500;

const database = testDatabase();
let account: { organizationId: string; linkedAccountId: string };

/** Changes data in the EMR directly. */
const inEmr = (statement: string) => sandboxPool().query(statement, [account.linkedAccountId]);

const stored = () =>
  readTenant(account, async (tx) => ({
    patients: await tx.select().from(patient).orderBy(asc(patient.mrn)),
    locations: await tx.select().from(location).orderBy(asc(location.emrId)),
    providers: await tx.select().from(provider).orderBy(asc(provider.ehrId)),
    statuses: await tx.select().from(visitStatus).orderBy(asc(visitStatus.position)),
    account: (await tx.select().from(linkedAccount))[0],
  }));

beforeEach(async () => {
  account = { organizationId: newId(), linkedAccountId: newId() };
  await withTenant(account, async (tx) => {
    await tx.insert(organization).values({ id: account.organizationId, name: "One" });
    await tx.insert(linkedAccount).values({
      id: account.linkedAccountId,
      organizationId: account.organizationId,
      name: "One",
      emrType: "sandbox",
      timezone: "UTC",
      accessTokenHash: account.linkedAccountId,
      accessTokenReferenceId: newId(),
      inboxSecret: "",
    });
  });
  await loadPractice(account.linkedAccountId, practiceRecords);
  await inEmr("UPDATE sandbox.behavior SET latency_ms = 0 WHERE practice_id = $1");
});

describe("a sync", () => {
  it("stores the EMR's records, and the settings in their full shape", async () => {
    await syncAccount(account);
    const { patients, locations, providers, statuses, account: synced } = await stored();
    expect(patients).toEqual([
      expect.objectContaining({
        ...practiceRecords.patients[0],
        ...account,
        searchText: "ada nuñez nuñez, ada mrn-1 7405550142 1988-02-29 ada nunez nunez, ada",
      }),
    ]);
    expect(locations).toEqual([expect.objectContaining({ ...practiceRecords.locations[0] })]);
    expect(providers).toEqual([
      expect.objectContaining({ ...practiceRecords.providers[0], hideInAvailability: false }),
    ]);
    expect(statuses.map(({ code }) => code)).toEqual(["SCH", "CAN"]);
    expect(synced).toMatchObject({ timezone: "America/New_York", userActive: true });
    expect(synced?.settings).toEqual(accountSettings.strict().parse(synced?.settings));
    expect(Date.parse(String(synced?.settings?.synced_at))).toBeLessThanOrEqual(synced?.syncedAt?.getTime() ?? 0);
    expect(storedSettings(synced?.settings ?? null)?.payment_methods.map(({ name }) => name)).toEqual([
      "Cash",
      "Check",
    ]);
  });

  it("writes no unchanged row", async () => {
    await syncAccount(account);
    const versions = () =>
      database.asOwner(
        `SELECT xmin FROM patient WHERE linked_account_id = $1 UNION ALL SELECT xmin FROM location
         WHERE linked_account_id = $1 UNION ALL SELECT xmin FROM provider WHERE linked_account_id = $1
         UNION ALL SELECT xmin FROM visit_status WHERE linked_account_id = $1`,
        [account.linkedAccountId],
      );
    const [before, written] = [await stored(), await versions()];
    await syncAccount(account);
    const after = await stored();
    expect(await versions()).toEqual(written);
    expect({ ...after, account: null }).toEqual({ ...before, account: null });
    expect(after.account?.syncedAt?.getTime()).toBeGreaterThan(before.account?.syncedAt?.getTime() ?? 0);
  });

  it("stores the EMR's changes, additions and removals, and keeps the ids", { tags: "long" }, async () => {
    await syncAccount(account);
    const before = await stored();
    await inEmr("UPDATE sandbox.patient SET last_name = 'Okafor', phone = '' WHERE practice_id = $1");
    await inEmr("INSERT INTO sandbox.visit_status VALUES ($1, 'ARR', 'Arrived', 3)");
    await inEmr("INSERT INTO sandbox.location VALUES ($1, 'LOC-2', 'Annex', '', '', '', '', '')");
    await inEmr("DELETE FROM sandbox.payment_method WHERE practice_id = $1 AND name = 'Cash'");
    await inEmr("UPDATE sandbox.behavior SET user_active = false WHERE practice_id = $1");
    await inEmr("UPDATE sandbox.practice SET timezone = 'America/Denver' WHERE id = $1");
    await syncAccount(account);
    const after = await stored();
    expect(after.patients).toEqual([
      {
        ...before.patients[0],
        asOf: expect.any(Number),
        lastName: "Okafor",
        phone: "",
        searchText: "ada okafor okafor, ada mrn-1  1988-02-29",
      },
    ]);
    expect(after.statuses.map(({ code }) => code)).toEqual(["SCH", "CAN", "ARR"]);
    expect(after.locations.map(({ emrId }) => emrId)).toEqual(["LOC-1", "LOC-2"]);
    const settings = storedSettings(after.account?.settings ?? null);
    expect(settings?.payment_methods.map(({ name }) => name)).toEqual(["Check"]);
    expect(after.account).toMatchObject({ userActive: false, timezone: "America/Denver" });

    await inEmr("DELETE FROM sandbox.appointment WHERE practice_id = $1");
    await inEmr("DELETE FROM sandbox.patient WHERE practice_id = $1");
    await inEmr("DELETE FROM sandbox.location WHERE practice_id = $1 AND id = 'LOC-2'");
    await syncAccount(account);
    expect((await stored()).patients).toHaveLength(1);
    // Without its only patient the EMR's answer is empty: a person has to accept it.
    await syncAccount(account, { acceptHeld: ["patients", "appointments"] });
    expect(await stored()).toMatchObject({ patients: [], locations: [{ emrId: "LOC-1" }] });
  });

  it("does not change a provider's flags that users have set", async () => {
    await syncAccount(account);
    await withTenant(account, (tx) => tx.update(provider).set({ status: "inactive", hideInAvailability: true }));
    await inEmr("UPDATE sandbox.provider SET last_name = 'Ruiz' WHERE practice_id = $1");
    await syncAccount(account);
    const { providers } = await stored();
    expect(providers).toMatchObject([{ lastName: "Ruiz", status: "inactive", hideInAvailability: true }]);
  });

  it("changes nothing while the EMR is out", async () => {
    await syncAccount(account);
    const before = await stored();
    await inEmr("UPDATE sandbox.patient SET last_name = 'Okafor' WHERE practice_id = $1");
    await inEmr("UPDATE sandbox.behavior SET outage = true WHERE practice_id = $1");
    await expect(syncAccount(account)).rejects.toMatchObject({ kind: "passing" });
    expect(await stored()).toEqual(before);
  });

  it("is complete if several run at once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => syncAccount(account)));
    expect(await stored()).toMatchObject({ patients: [{ mrn: "MRN-1" }], locations: [{ emrId: "LOC-1" }] });
  });

  it(`writes ${MANY} patients by one statement per page, and takes well under two seconds of CPU time for it`, async () => {
    await inEmr(
      `INSERT INTO sandbox.patient SELECT practice_id, 'P-' || n, 'M-' || n, first_name, last_name, dob, gender, phone,
              email, address FROM sandbox.patient, generate_series(1, ${MANY}) n WHERE practice_id = $1`,
    );
    const [behavior] = await database.asOwner<{ page_records: number }>(
      "SELECT page_records FROM sandbox.behavior WHERE replace(practice_id::text, '-', '') = $1",
      [account.linkedAccountId],
    );
    const pages = Math.ceil((MANY + 1) / Number(behavior?.page_records));
    for (const email of ["a@example.com", "b@example.com"]) {
      await inEmr(`UPDATE sandbox.patient SET email = '${email}' WHERE practice_id = $1`);
      // CPU time, unlike the time that passes, does not depend on the other processes of the machine.
      const before = process.cpuUsage();
      await syncAccount(account);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(2_000);
      const { patients } = await stored();
      expect(patients.filter((row) => row.email === email)).toHaveLength(MANY + 1);
      // PostgreSQL marks each row with the transaction and the statement that wrote it.
      const statements = await database.asOwner(
        "SELECT DISTINCT xmin::text, cmin::text FROM patient WHERE linked_account_id = $1",
        [account.linkedAccountId],
      );
      expect(statements).toHaveLength(pages);
    }
  });
});

describe("a patient's search text", () => {
  const someone = { firstName: "José", lastName: "De León", mrn: "MRN-7", phone: "(740) 555-0142", dob: "1990-01-31" };

  it("contains the name with and without accents, the phone's digits and the birth date", () => {
    const text = searchTextOf(someone);
    for (const wanted of ["josé de león", "de león, josé", "jose de leon", "de leon, jose"])
      expect(text).toContain(wanted);
    for (const wanted of ["mrn-7", "7405550142", "1990-01-31"]) expect(text).toContain(wanted);
    expect(text).toBe(text.toLowerCase());
  });

  it("does not depend on the encoding of accents", () => {
    const decomposed = { ...someone, firstName: someone.firstName.normalize("NFD") };
    expect(searchTextOf(decomposed)).toBe(searchTextOf(someone));
  });
});
