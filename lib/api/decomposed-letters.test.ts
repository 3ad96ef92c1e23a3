import { beforeAll, describe, expect, it } from "vitest";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as AUDIT } from "#app/v1/audit-log/route.ts";
import { GET as DOCUMENTS } from "#app/v1/documents/route.ts";
import { GET as JOBS } from "#app/v1/jobs/route.ts";
import { GET as MATCHES } from "#app/v1/patient-matches/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { GET as REFERRING } from "#app/v1/referring-providers/route.ts";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { todayIn } from "#lib/kernel/dates";
import { flushAudit } from "#lib/security/audit/audit-log";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

// A letter with an accent is one character (NFC) or a letter and a mark (NFD): programs send and store either.

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

const NAME = "Núñez";
const FORMS = ["NFC", "NFD"] as const;

beforeAll(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
});

const count = async (
  handler: Parameters<typeof call>[0],
  path: string,
  parameters: Record<string, string>,
  headers: Record<string, string> = clinic.headers,
) => {
  const { status, body } = await call(handler, "GET", `${path}?${new URLSearchParams(parameters)}`, { headers });
  expect(status).toBe(200);
  return (Object.values(body).find(Array.isArray) as unknown[]).length;
};

describe.each(FORMS)("a record in %s", (stored) => {
  const name = NAME.normalize(stored);

  beforeAll(async () => {
    await database.asOwner("UPDATE sandbox.patient SET last_name = $1 WHERE mrn = 'MRN-1'", [name]);
    await changeBehavior(clinic.tenant.linkedAccountId, { latency_ms: 0 });
    await syncAccount(clinic.tenant);
    await database.asOwner("UPDATE document SET file_name = $1", [`${name}.pdf`]);
    await database.asOwner("UPDATE referring_provider SET first_name = $1, last_name = $1", [name]);
    await call(PAY, "POST", "/payments", { body: aPayment, headers: clinic.headers });
    await call(PATIENTS, "GET", "/patients", { headers: clinic.headers });
    await flushAudit();
    await database.asOwner("UPDATE job SET actor = jsonb_set(actor::jsonb, '{name}', to_jsonb($1::text))", [name]);
    await database.asOwner("UPDATE audit_log SET actor = jsonb_set(actor::jsonb, '{name}', to_jsonb($1::text))", [
      name,
    ]);
  });

  it.each(FORMS)("is found by letters in %s", async (typed) => {
    const part = NAME.toLowerCase().slice(0, 4).normalize(typed);
    const day = todayIn("America/New_York");
    expect({
      patients: await count(PATIENTS, "/patients", { query: part }),
      matches: await count(MATCHES, "/patient-matches", { query: NAME.normalize(typed) }),
      appointments: await count(APPOINTMENTS, "/appointments", { start_date: day, end_date: day, patient_name: part }),
      documents: (await count(DOCUMENTS, "/documents", { query: part })) > 0,
      firstNames: (await count(REFERRING, "/referring-providers", { first_name: part })) > 0,
      lastNames: (await count(REFERRING, "/referring-providers", { last_name: part })) > 0,
      jobsOfPatient: (await count(JOBS, "/jobs", { query: part })) > 0,
      jobsOfActor: (await count(JOBS, "/jobs", { actor: part })) > 0,
      audited: (await count(AUDIT, "/audit-log", { actor: part }, admin)) > 0,
    }).toEqual({
      patients: 1,
      matches: 1,
      appointments: 1,
      documents: true,
      firstNames: true,
      lastNames: true,
      jobsOfPatient: true,
      jobsOfActor: true,
      audited: true,
    });
  });
});
