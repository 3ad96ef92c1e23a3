import { expect, it } from "vitest";
import { POST as book } from "#app/v1/appointments/route.ts";
import { withTenant } from "#lib/db/tenant";
import type { StoredJob } from "#lib/job-record/stored-job";
import { bookAppointment } from "#lib/resources/appointments/book/definition";
import { createVisitNote } from "#lib/resources/visit-notes/create/definition";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { requestWithOwnIds } from "./own-ids.ts";

const database = testDatabase();

it("a visit that a request names by its id here is named by the EMR's id", async () => {
  const { tenant } = await openClinic();
  const [visit] = await database.asOwner<{ id: string }>(
    "SELECT id::text FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'",
    [tenant.linkedAccountId],
  );
  const passedOn = (appointment_id: string | undefined) =>
    withTenant(tenant, (tx) => {
      const request = { appointment_id, subject: "Follow-up", note: "Lungs clear." };
      return requestWithOwnIds(tx, { ...tenant, request, identifiers: {} } as unknown as StoredJob, createVisitNote);
    });
  const { body } = await passedOn(visit?.id);
  expect(body).toEqual({ emr_appointment_id: "APT-1", subject: "Follow-up", note: "Lungs clear." });
  await expect(passedOn("0".repeat(32))).rejects.toThrow("The visit is no longer among the synced visits");
});

it("a booking names its patient by the MRN, and the time that was judged instead of ids that are ours", async () => {
  const { tenant, headers } = await openClinic();
  const [patient] = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'",
    [tenant.linkedAccountId],
  );
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const request = {
    patient_id: patient?.id,
    provider_ehr_id: "101",
    location_id: "LOC-1",
    appointment_type: "Follow-up",
    datetime: `${day}T15:00:00-05:00`,
  };
  const { status, body: accepted } = await call(book, "POST", "/appointments", { headers, body: request });
  expect([status, accepted.message]).toEqual([202, expect.any(String)]);
  const job = { ...tenant, id: accepted.job_id, request, identifiers: {} } as unknown as StoredJob;
  const { path, body } = await withTenant(tenant, (tx) => requestWithOwnIds(tx, job, bookAppointment));
  expect(path).toBe("/appointments");
  expect(body).toEqual({
    patient_mrn: "MRN-1",
    provider_ehr_id: "101",
    location_id: "LOC-1",
    appointment_type: "Follow-up",
    datetime: `${day}T20:00:00.000Z`,
    duration: 20,
  });
});
