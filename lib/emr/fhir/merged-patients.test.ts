/** @module-tag long */
import type { Patient } from "fhir/r4";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as DOCUMENTS } from "#app/v1/documents/route.ts";
import { GET as PATIENT } from "#app/v1/patients/[mrn]/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();

describe.each<[string, () => Promise<TestFhirServer>]>([
  ["the FHIR test server", startMedplum],
  ["the replay server", () => startReplayServer()],
])("a patient who was merged at %s", (_title, start) => {
  let server: TestFhirServer;
  let account: TestAccount;
  /** A patient with a visit, a referral and a document, and two without any of them. */
  let [one, two, three]: { id: string; mrn: string }[] = [];

  beforeAll(async () => {
    forgetSingleton("environment");
    server = await start();
    const numbers = { PractitionerRole: 10, Patient: 60, ServiceRequest: 40, DocumentReference: 40, Appointment: 300 };
    await server.load(excerptOf(clinicResources(new Date()), numbers));
    account = await linkClinic(database.asOwner, server);
    const patients = await database.asOwner<{ id: string; mrn: string; kinds: number }>(
      `SELECT ehr_id AS id, mrn, (SELECT count(DISTINCT kind)::int FROM (
           SELECT 'a' AS kind FROM appointment r WHERE r.linked_account_id = p.linked_account_id AND r.patient_mrn = p.mrn
           UNION SELECT 'r' FROM referral r WHERE r.linked_account_id = p.linked_account_id AND r.patient_mrn = p.mrn
           UNION SELECT 'd' FROM document r WHERE r.linked_account_id = p.linked_account_id AND r.patient_mrn = p.mrn
         ) AS found) AS kinds
       FROM patient p WHERE linked_account_id = $1 AND merged_into IS NULL ORDER BY kinds DESC, ehr_id`,
      [account.tenant.linkedAccountId],
    );
    const first = patients[0];
    if (first?.kinds !== 3) throw new Error("No patient has all kinds of records");
    [one, two, three] = [first, ...patients.slice(-2)];
  });
  afterAll(() => server.stop());

  const get = async (route: typeof PATIENTS, path: string) =>
    (await call(route, "GET", path, { headers: account.headers })).body;
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  /** The ids of a patient's records, by the filter of each list. */
  async function recordsOf(mrn = "") {
    const filter = `patient_mrn=${encodeURIComponent(mrn)}`;
    const days = "start_date=2000-01-01&end_date=2100-01-01";
    return {
      visits: idsOf((await get(APPOINTMENTS, `/appointments?${days}&${filter}`)).appointments),
      referrals: idsOf((await get(REFERRALS, `/referrals?${filter}`)).referrals),
      documents: idsOf((await get(DOCUMENTS, `/documents?${filter}`)).documents),
    };
  }
  const patientOf = async (mrn = "") => {
    const { body } = await call(PATIENT, "GET", `/patients/${mrn}`, { headers: account.headers, params: { mrn } });
    return body.patient?.ehr_id;
  };
  const listed = async (): Promise<string[]> =>
    (await get(PATIENTS, "/patients?limit=1000")).patients.map(({ ehr_id }: { ehr_id: string }) => ehr_id);
  /** Sets the links of a patient at the server. */
  async function linkTo(id: string, link: Patient["link"]): Promise<void> {
    const address = `${server.baseUrl}/Patient/${id}`;
    const { link: _before, ...patient } = (await (await fetch(address)).json()) as Patient;
    const body = JSON.stringify({ ...patient, ...(link && { link }) });
    await fetch(address, { method: "PUT", headers: { "content-type": "application/fhir+json" }, body });
  }
  const other = (id: string) => ({ other: { reference: `Patient/${id}` } });

  it.each([
    ["by both records", true, true],
    ["by its own record alone", true, false],
    ["by the survivor's record alone", false, true],
  ])(
    "%s is found under the survivor, and apart again after the merge was undone",
    async (_how, byMerged, bySurvivor) => {
      if (!one || !two) throw new Error("No patients");
      const before = await recordsOf(one.mrn);
      expect(Object.values(before).every(({ length }) => length > 0)).toBe(true);
      const none = await recordsOf(two.mrn);
      const all = await listed();
      if (byMerged) await linkTo(one.id, [{ type: "replaced-by", ...other(two.id) }]);
      if (bySurvivor) await linkTo(two.id, [{ type: "replaces", ...other(one.id) }]);
      await syncAccount(account.tenant);
      const together = Object.fromEntries(
        Object.entries(before).map(([kind, ids]) => [kind, [...ids, ...none[kind as keyof typeof none]].sort()]),
      );
      expect(await recordsOf(two.mrn)).toEqual(together);
      expect(await recordsOf(one.mrn)).toEqual(together);
      expect([await patientOf(one.mrn), await patientOf(two.mrn)]).toEqual([two.id, two.id]);
      expect((await listed()).sort()).toEqual(all.filter((id) => id !== one?.id).sort());

      if (byMerged) await linkTo(one.id, undefined);
      if (bySurvivor) await linkTo(two.id, undefined);
      await syncAccount(account.tenant);
      expect([await recordsOf(one.mrn), await recordsOf(two.mrn)]).toEqual([before, none]);
      expect([await patientOf(one.mrn), await patientOf(two.mrn)]).toEqual([one.id, two.id]);
      expect((await listed()).sort()).toEqual(all.sort());
    },
  );

  it("over several merges is found under the last survivor, and in a circle under its own MRN", async () => {
    if (!one || !two || !three) throw new Error("No patients");
    const before = await recordsOf(one.mrn);
    await linkTo(one.id, [{ type: "replaced-by", ...other(two.id) }]);
    await linkTo(three.id, [{ type: "replaces", ...other(two.id) }]);
    await syncAccount(account.tenant);
    const found = await recordsOf(three.mrn);
    for (const kind of ["visits", "referrals", "documents"] as const)
      expect(found[kind]).toEqual(expect.arrayContaining(before[kind]));
    expect(await patientOf(one.mrn)).toBe(three.id);

    await linkTo(two.id, [{ type: "replaced-by", ...other(one.id) }]);
    await syncAccount(account.tenant);
    expect(await recordsOf(one.mrn)).toEqual(before);
    expect([await patientOf(one.mrn), await patientOf(two.mrn)]).toEqual([one.id, two.id]);
    for (const { id } of [one, two, three]) await linkTo(id, undefined);
    await syncAccount(account.tenant);
    expect(await patientOf(three.mrn)).toBe(three.id);
  });
});
