import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELETE as discard } from "#app/v1/drafts/[id]/route.ts";
import { GET as listDrafts } from "#app/v1/drafts/route.ts";
import { GET as listJobs } from "#app/v1/jobs/route.ts";
import { POST as createNote } from "#app/v1/patient-notes/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { addDraft } from "#lib/testing/drafts";
import type { TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let ann: Record<string, string>;
let bob: Record<string, string>;
/** A waiting draft of a payment. */
let id: string;

beforeAll(async () => {
  clinic = await openClinic();
  [ann, bob] = [await signIn(clinic, "staff"), await signIn(clinic, "staff")];
});

beforeEach(async () => {
  await database.asOwner("TRUNCATE draft");
  id = await addDraft(clinic);
});

const waiting = async (headers = ann) => (await call(listDrafts, "GET", "/drafts", { headers })).body.drafts;
const send = (headers: Record<string, string>, given: Record<string, unknown> = {}) =>
  call(createPayment, "POST", "/payments", {
    headers: { "x-draft": id, ...headers },
    body: { ...aPayment, ...given },
  });
const jobs = async () => (await call(listJobs, "GET", "/jobs", { headers: ann })).body.jobs.length;
const lastEntry = async () => {
  const [entry] = await database.asOwner<Record<string, unknown>>(
    "SELECT action, status, detail, actor ->> 'kind' AS kind FROM audit_log WHERE action NOT LIKE '%:read' ORDER BY at DESC, id DESC LIMIT 1",
  );
  return entry;
};

describe("a draft", () => {
  it("is listed for the people of its account alone", async () => {
    expect(await waiting()).toEqual([
      {
        id,
        operation: "payments:create",
        fields: aPayment,
        patient_mrn: "MRN-1",
        patient_name: "Ana Ávila",
        drafted_by: "Dana (Scribe)",
        created_at: expect.any(String),
      },
    ]);
    const sibling = await makeSibling(clinic);
    expect(await waiting({ ...ann, "x-linked-account": sibling.tenant.linkedAccountId })).toEqual([]);
    expect((await call(listDrafts, "GET", "/drafts", { headers: clinic.headers })).status).toBe(403);
  });

  it("is sent as it is or changed, with who drafted it in the audit entry", async () => {
    const { status, body } = await send(ann, { amount: 12 });
    expect(status).toBe(202);
    expect(await waiting()).toEqual([]);
    expect(await lastEntry()).toEqual({
      action: "payments:create",
      status: 202,
      detail: { drafted_by: "Dana (Scribe)" },
      kind: "user",
    });
    const [row] = await database.asOwner<{ amount: string }>("SELECT amount FROM payment WHERE job_id = $1", [
      body.job_id,
    ]);
    expect(row?.amount).toBe("12.00");
  });

  it("becomes one job, whoever sends it, however often and at the same time", async () => {
    const before = await jobs();
    const answers = await Promise.all([send(ann), send(bob, { amount: 12 }), send(ann), send(bob)]);
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    const later = await send(bob, { notes: "again" });
    for (const { status, body } of [...answers, later].filter((answer) => answer.status !== 202)) {
      expect([status, body]).toEqual([
        409,
        {
          success: false,
          message: `This draft was sent already, as job ${accepted[0]?.body.job_id}`,
          job_execution_id: String(accepted[0]?.body.job_id),
        },
      ]);
    }
    expect(await jobs()).toBe(before + 1);
  });

  it("is answered again under the same Idempotency-Key", async () => {
    const headers = { ...ann, "idempotency-key": newId() };
    const first = await send(headers);
    expect(await send(headers)).toMatchObject({ status: 202, body: first.body });
  });

  it("waits on if its operation is refused", async () => {
    const before = await jobs();
    expect((await send(ann, { patient_mrn: "MRN-0" })).status).toBe(404);
    expect((await send(ann, { amount: -1 })).status).toBe(400);
    expect([await jobs(), (await waiting()).length]).toEqual([before, 1]);
    expect((await send(ann)).status).toBe(202);
  });

  it("is sent by people alone, as its own operation, in its own account", async () => {
    const before = await jobs();
    const integrator = await send(clinic.headers);
    expect([integrator.status, integrator.body.message]).toEqual([400, "X-Draft is only for the session of a person"]);
    const sibling = await makeSibling(clinic);
    expect((await send({ ...ann, "x-linked-account": sibling.tenant.linkedAccountId })).status).toBe(404);
    const note = await call(createNote, "POST", "/patient-notes", {
      headers: { "x-draft": id, ...ann },
      body: { patient_mrn: "MRN-1", subject: "Call", note: "Will come" },
    });
    expect([note.status, note.body.message]).toEqual([404, "Draft not found: it was discarded, or sent some time ago"]);
    expect((await send({ ...ann, "x-draft": "seven" })).status).toBe(404);
    expect([await jobs(), (await waiting()).length]).toEqual([before, 1]);
  });

  it("is discarded once, and cannot be sent any more", async () => {
    const remove = () => call(discard, "DELETE", `/drafts/${id}`, { headers: bob, params: { id } });
    expect((await remove()).status).toBe(200);
    expect(await lastEntry()).toEqual({
      action: "drafts:discard",
      status: 200,
      detail: { drafted_by: "Dana (Scribe)" },
      kind: "user",
    });
    expect((await remove()).status).toBe(404);
    expect((await send(ann)).status).toBe(404);
  });

  it("cannot be discarded once it was sent", async () => {
    await send(ann);
    const answer = await call(discard, "DELETE", `/drafts/${id}`, { headers: bob, params: { id } });
    expect(answer.status).toBe(404);
  });
});
