import type { ServiceRequest } from "fhir/r4";
import { afterEach, expect, it } from "vitest";
import { POST as MESSAGE, GET as MESSAGES } from "#app/v1/messages/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { GET as PROVIDERS } from "#app/v1/providers/route.ts";
import { PATCH as UPDATE } from "#app/v1/referrals/[id]/route.ts";
import { GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { POST as TASK } from "#app/v1/tasks/route.ts";
import { call } from "#lib/testing/call";
import { startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import type { FhirHabits } from "#lib/testing/fhir/habits";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
const excerpt = excerptOf(clinicResources(new Date()), { PractitionerRole: 10, Patient: 1, ServiceRequest: 1 });

let server: MedplumServer;
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
afterEach(() => server.stop());

async function link(habits: Partial<FhirHabits> = {}): Promise<void> {
  server = await startMedplum(habits);
  await server.load(excerpt);
  clinic = await linkClinic(database.asOwner, server);
}

async function ranTask() {
  const [patient] = await database.asOwner<{ mrn: string }>("SELECT mrn FROM patient WHERE linked_account_id = $1", [
    clinic.tenant.linkedAccountId,
  ]);
  const body = { patient_mrn: patient?.mrn, description: "Call back" };
  const answer = await call(TASK, "POST", "/tasks", { body, headers: clinic.headers });
  await jobs.run(answer.body.job_id);
  return jobs.read(answer.body.job_id);
}

const startOf = ({ timeline }: { timeline: { kind: string; detail: unknown }[] }) =>
  timeline.find(({ kind }) => kind === "attempt_started");

it.each([
  ["works", null],
  ["ignored", { weak_guarantee: expect.stringContaining("a weaker guarantee") }],
] as const)("says in a job how sure its write is: If-None-Exist %s", async (ifNoneExist, detail) => {
  await link({ ifNoneExist });
  const job = await ranTask();
  expect(job).toMatchObject({ status: "completed", result: { emr_task_id: expect.any(String) } });
  expect(startOf(job)?.detail).toEqual(detail);
});

/** Links the clinic with its one referral, which has this specialty. Returns the referral's ids and a function that updates it. */
async function linkReferral(specialty: string) {
  server = await startMedplum({});
  await server.load(
    excerpt.map((each) =>
      each.resourceType === "ServiceRequest" ? { ...each, performerType: { text: specialty } } : each,
    ),
  );
  clinic = await linkClinic(database.asOwner, server);
  const { body } = await call(REFERRALS, "GET", "/referrals", { headers: clinic.headers });
  const [referral] = body.referrals;
  const update = async (change: Record<string, unknown>) => {
    const options = { body: change, headers: clinic.headers, params: { id: referral.id } };
    const answer = await call(UPDATE, "PATCH", `/referrals/${referral.id}`, options);
    await jobs.run(answer.body.job_id);
    return jobs.read(answer.body.job_id);
  };
  return { referral, update };
}

it("keeps a specialty that no role of the server has, and takes no other one that is unknown", {
  tags: "long",
}, async () => {
  const { referral, update } = await linkReferral("Sleep medicine");
  expect(referral.specialty).toBe("Sleep medicine");
  expect(await update({ specialty: "Sleep medicine", notes: "Call first" })).toMatchObject({ status: "completed" });
  const written = await (await fetch(`${server.baseUrl}/ServiceRequest/${referral.ehr_id}`)).json();
  expect(written).toMatchObject({ performerType: { text: "Sleep medicine" }, note: [{ text: "Call first" }] });
  expect(await update({ specialty: "Dowsing" })).toMatchObject({
    failure_reason: "specialty not found in the EMR: Dowsing",
  });
});

it("refuses a note's categories and a task's type, which FHIR has no lists of, before a job is made", async () => {
  await link();
  const [patient] = await database.asOwner<{ mrn: string }>("SELECT mrn FROM patient WHERE linked_account_id = $1", [
    clinic.tenant.linkedAccountId,
  ]);
  const note = { patient_mrn: patient?.mrn, subject: "Call", note: "Called back." };
  const post = (body: object) => call(NOTE, "POST", "/patient-notes", { body, headers: clinic.headers });
  const refused = await post({ ...note, tags: ["Phone"] });
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      success: false,
      message: "tags is not supported for the connected EMR: FHIR has no list of note categories",
      errors: [
        { field: "tags", message: "is not supported for the connected EMR: FHIR has no list of note categories" },
      ],
    },
  ]);
  const task = { patient_mrn: patient?.mrn, description: "Call back", task_type: "General" };
  const { body } = await call(TASK, "POST", "/tasks", { body: task, headers: clinic.headers });
  expect(body.message).toContain("task_type is not supported for the connected EMR");
  expect((await post({ ...note, tags: [] })).status).toBe(202);
});

it("names both texts if another changed the same one meanwhile, in the job and nowhere else", {
  tags: "long",
}, async () => {
  const { referral, update } = await linkReferral("Cardiology");
  const [theirs] = await server.held<ServiceRequest>("ServiceRequest");
  const { meta: _old, ...before } = theirs as ServiceRequest;
  server.admits = async () => {
    if (!server.requests.at(-1)?.startsWith("PUT ")) return true;
    server.admits = () => true;
    await server.load([{ ...before, note: [{ text: "Declined by phone" }] }]);
    return true;
  };
  const job = await update({ notes: "Call first" });
  expect(job).toMatchObject({
    status: "failed",
    refused: true,
    failure_reason: "Another changed the referral in the EMR: its note is now another text than this one",
    conflicts: [{ field: "note", ours: "Call first", theirs: "Declined by phone" }],
  });
  expect(JSON.stringify([job.timeline, await jobs.eventsOf(job.job_id)])).not.toContain("Declined");
  const written = await (await fetch(`${server.baseUrl}/ServiceRequest/${referral.ehr_id}`)).json();
  expect(written.note).toEqual([{ text: "Declined by phone" }]);
});

it("sends a message to a practitioner whose id has letters, by the number that the provider shows", {
  tags: "long",
}, async () => {
  await link();
  const { headers } = clinic;
  const { body } = await call(PROVIDERS, "GET", "/providers", { headers });
  const found = body.providers.find(({ ehr_id }: { ehr_id: string }) => !/^\d+$/.test(ehr_id));
  expect(found.provider_number).toMatch(/^\d+$/);
  const letter = { provider: found.provider_number, subject: "Refill", message: "Before Friday, please." };
  const answer = await call(MESSAGE, "POST", "/messages", { body: letter, headers });
  expect(answer.status).toBe(202);
  await jobs.run(answer.body.job_id);
  const job = await jobs.read(answer.body.job_id);
  expect(job).toMatchObject({ status: "completed" });
  const sent = await (await fetch(`${server.baseUrl}/Communication/${job.result.emr_message_id}`)).json();
  expect(sent.recipient).toEqual([{ reference: `Practitioner/${found.ehr_id}` }]);
  const listed = await call(MESSAGES, "GET", "/messages", { headers });
  expect(listed.body.messages).toMatchObject([{ provider: found.ehr_id }]);
});

it("shows who requested a referral", async () => {
  const { referral } = await linkReferral("Cardiology");
  const [requester] = await database.asOwner<{ name: string }>(
    "SELECT first_name || ' ' || last_name AS name FROM referring_provider WHERE id = $1",
    [referral.referring_provider_id],
  );
  expect(referral.referring_provider_name).toBe(requester?.name);
  expect(requester?.name).toMatch(/\w/);
});

it("fails an update of a referral that is gone with a reason that a person understands", async () => {
  await link();
  const [referral] = await database.asOwner<{ id: string; ehr_id: string }>(
    "SELECT replace(id::text, '-', '') AS id, ehr_id FROM referral WHERE linked_account_id = $1",
    [clinic.tenant.linkedAccountId],
  );
  await fetch(`${server.baseUrl}/ServiceRequest/${referral?.ehr_id}`, { method: "DELETE" });
  const id = referral?.id ?? "";
  const options = { body: { priority: "stat" }, headers: clinic.headers, params: { id } };
  const answer = await call(UPDATE, "PATCH", `/referrals/${id}`, options);
  await jobs.run(answer.body.job_id);
  expect(await jobs.read(answer.body.job_id)).toMatchObject({
    status: "failed",
    failure_reason: "The referral is no longer in the EMR",
  });
  expect((await jobs.eventsOf(answer.body.job_id))[0]).toMatchObject({
    type: "referral.failed",
    data: { error_type: "emr_validation_failure" },
  });
});

it("fails an update that the server takes and does not keep, and keeps the EMR's values in the copy", async () => {
  const { referral, update } = await linkReferral("Cardiology");
  server.habits = { ...server.habits, readOnly: ["priority", "status"] };
  const job = await update({ priority: "stat", status: "Completed" });
  expect(job).toMatchObject({
    status: "failed",
    refused: true,
    failure_reason: "The EMR took the change of the referral and did not keep its priority and its status",
  });
  const { body } = await call(REFERRALS, "GET", "/referrals", { headers: clinic.headers });
  expect(body.referrals).toMatchObject([{ id: referral.id, priority: referral.priority, status: referral.status }]);
});

it("completes a creation that the server keeps otherwise than it was sent, with a warning", async () => {
  await link({ rewrites: { description: "Call" } });
  const job = await ranTask();
  expect(job).toMatchObject({
    status: "completed",
    warnings: ["The EMR keeps the task otherwise than it was sent: another description"],
  });
});

it.each(["works", "ignored"] as const)(
  "warns the same of a creation whose answer was lost and that is found by its key: If-None-Exist %s",
  { tags: "long" },
  async (ifNoneExist) => {
    server = await startMedplum({ ifNoneExist, rewrites: { description: "Call" } });
    await server.load(excerpt);
    const front = await startFaultyFront(server.origin);
    const through = server.baseUrl.replace(server.origin, front.origin);
    clinic = await linkClinic(database.asOwner, server, { through });
    front.cuts = true;
    const job = await ranTask();
    expect(job).toMatchObject({ status: "queued", ambiguous: true });
    front.cuts = false;
    await jobs.due(job.job_id);
    await jobs.run(job.job_id);
    await front.stop();
    expect(await jobs.read(job.job_id)).toMatchObject({
      status: "completed",
      warnings: ["The EMR keeps the task otherwise than it was sent: another description"],
    });
    expect(await server.held("Task")).toHaveLength(1);
  },
);
