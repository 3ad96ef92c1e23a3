import type { Patient } from "fhir/r4";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
let server: MedplumServer;
let account: TestAccount;

beforeAll(async () => {
  forgetSingleton("environment");
  server = await startMedplum();
  await server.load(
    excerptOf(clinicResources(new Date()), {
      PractitionerRole: 10,
      Patient: 5,
      ServiceRequest: 5,
      DocumentReference: 5,
    }),
  );
  account = await linkClinic(database.asOwner, server);
});
afterAll(() => server.stop());

/** Returns the MRNs that stand in the records of a patient. */
async function mrnsOf(ehrId: string) {
  const rows = await database.asOwner<{ mrn: string }>(
    `SELECT patient_mrn AS mrn FROM referral WHERE linked_account_id = $1 AND patient_ehr_id = $2
     UNION ALL SELECT patient_mrn FROM document WHERE linked_account_id = $1 AND patient_ehr_id = $2`,
    [account.tenant.linkedAccountId, ehrId],
  );
  return rows.map(({ mrn }) => mrn);
}

it("reaches the referrals and documents of the patient, which did not change themselves", async () => {
  const [found] = await database.asOwner<{ id: string; mrn: string }>(
    `SELECT p.ehr_id AS id, p.mrn FROM patient p JOIN referral r ON r.linked_account_id = p.linked_account_id
       AND r.patient_mrn = p.mrn JOIN document d ON d.linked_account_id = p.linked_account_id AND d.patient_mrn = p.mrn
     WHERE p.linked_account_id = $1 LIMIT 1`,
    [account.tenant.linkedAccountId],
  );
  if (!found) throw new Error("No patient has a referral and a document");
  const before = await mrnsOf(found.id);
  expect(new Set(before)).toEqual(new Set([found.mrn]));
  const address = `${server.baseUrl}/Patient/${found.id}`;
  const patient = (await (await fetch(address)).json()) as Patient;
  const identifier = patient.identifier?.map((each) => (each.value === found.mrn ? { ...each, value: "NEW-1" } : each));
  const body = JSON.stringify({ ...patient, identifier });
  await fetch(address, { method: "PUT", headers: { "content-type": "application/fhir+json" }, body });
  await syncAccount(account.tenant);
  expect(await mrnsOf(found.id)).toEqual(before.map(() => "NEW-1"));
});

it("keeps a patient of whom the server knows the year of birth alone", async () => {
  const [first] = (await database.asOwner<{ id: string }>(
    "SELECT ehr_id AS id FROM patient WHERE linked_account_id = $1 ORDER BY ehr_id LIMIT 1",
    [account.tenant.linkedAccountId],
  )) as [{ id: string }];
  const address = `${server.baseUrl}/Patient/${first.id}`;
  const patient = (await (await fetch(address)).json()) as Patient;
  const body = JSON.stringify({ ...patient, birthDate: "1980" });
  await fetch(address, { method: "PUT", headers: { "content-type": "application/fhir+json" }, body });
  await syncAccount(account.tenant);
  const answer = await call(PATIENTS, "GET", "/patients", { headers: account.headers });
  const shown = answer.body.patients.find(({ ehr_id }: { ehr_id: string }) => ehr_id === first.id);
  expect(shown).toMatchObject({ dob: null });
});
