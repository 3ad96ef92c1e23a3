import { beforeAll, describe, expect, it } from "vitest";
import { GET as MESSAGES } from "#app/v1/messages/route.ts";
import { GET as ORDERS } from "#app/v1/orders/route.ts";
import { GET as NOTES, POST as POST_NOTE } from "#app/v1/patient-notes/route.ts";
import { POST as PAY, GET as PAYMENTS } from "#app/v1/payments/route.ts";
import { GET as SERVICES } from "#app/v1/services/route.ts";
import { GET as TASKS } from "#app/v1/tasks/route.ts";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { message } from "#lib/resources/messages/table";
import { patientOrder } from "#lib/resources/orders/table";
import { service } from "#lib/resources/services/table";
import { task } from "#lib/resources/tasks/table";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const PATHS = new Map([
  [MESSAGES, "/messages"],
  [ORDERS, "/orders"],
  [NOTES, "/patient-notes"],
  [PAYMENTS, "/payments"],
  [SERVICES, "/services"],
  [TASKS, "/tasks"],
]);

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const note = { note: "Called", subject: "Call", patient_mrn: "MRN-2", tags: [] };
let paid: { payment_id: string; job_id: number };
let waiting: { payment_id: string; job_id: number };

const post = async (handler: typeof PAY, path: string, body: unknown) =>
  (await call(handler, "POST", path, { body, headers: clinic.headers })).body;

beforeAll(async () => {
  clinic = await openClinic();
  paid = await post(PAY, "/payments", { ...aPayment, notes: "Copay", deposit_date: "2026-03-02" });
  await jobs.run(paid.job_id);
  waiting = await post(PAY, "/payments", { ...aPayment, patient_mrn: "MRN-2", deposit_date: "2026-03-03" });
  await post(POST_NOTE, "/patient-notes", note);
  const { tenant } = clinic;
  const base = { ...tenant, jobId: waiting.job_id };
  await withTenant(tenant, async (tx) => {
    await tx.insert(message).values({ ...base, id: newId(), provider: "1001", subject: "Hello", message: "There" });
    await tx.insert(task).values({
      ...base,
      id: newId(),
      patientMrn: "MRN-1",
      description: "Call back",
      notifyList: ["SG-1"],
      startDate: "2026-03-02",
      priority: "High",
    });
    await tx.insert(service).values({
      ...base,
      id: newId(),
      patientMrn: "MRN-1",
      team: "T",
      serviceType: "S",
      formId: "F",
      answers: { Q1: "2" },
      serviceDate: "2026-03-02",
    });
    await tx.insert(patientOrder).values({
      ...base,
      id: newId(),
      patientMrn: "MRN-1",
      type: "lab",
      itemIds: ["LAB-1"],
      priority: "stat",
    });
  });
});

const list = async (handler: typeof PAYMENTS, query = "") => {
  const { status, body } = await call(handler, "GET", `${PATHS.get(handler)}${query}`, { headers: clinic.headers });
  return { status, ...body };
};

describe("the lists of written records", () => {
  it("return the newest first, with the request's fields, the EMR's id and the job's status", async () => {
    const { payments } = await list(PAYMENTS);
    const [emrId] = await jobs.writesOf(paid.job_id);
    const common = { payment_method: "credit card", reference_number: "RCPT-1", location: "LOC-1", amount: 45.5 };
    expect(payments).toEqual([
      {
        payment_id: waiting.payment_id,
        emr_transaction_id: null,
        patient_mrn: "MRN-2",
        patient_name: "Bo Nguyen",
        ...common,
        notes: null,
        deposit_date: "2026-03-03",
        job_id: waiting.job_id,
        status: "queued",
        created_at: expect.any(String),
      },
      {
        payment_id: paid.payment_id,
        emr_transaction_id: emrId,
        patient_mrn: "MRN-1",
        patient_name: "Ana Ávila",
        ...common,
        notes: "Copay",
        deposit_date: "2026-03-02",
        job_id: paid.job_id,
        status: "completed",
        created_at: expect.any(String),
      },
    ]);
  });

  it.each([
    ["?status=completed", 1],
    ["?status=queued,completed", 2],
    ["?status=failed", 0],
    ["?patient_mrn=MRN-2", 1],
    ["?patient_mrn=MRN-2&status=completed", 0],
  ])("filter by %s", async (query, count) => expect((await list(PAYMENTS, query)).payments).toHaveLength(count));

  it("are those of one job if its id is given", async () => {
    const { payments } = await list(PAYMENTS, `?job_id=${paid.job_id}`);
    expect(payments.map(({ payment_id }: { payment_id: string }) => payment_id)).toEqual([paid.payment_id]);
    expect((await list(PAYMENTS, "?job_id=0")).message).toBe("job_id must be a job id");
  });

  it("refuse an unknown status", async () => {
    const answer = await list(PAYMENTS, "?status=done");
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining("status must be one of queued")]);
  });

  it.each([
    ["notes", () => NOTES, "patient_notes", { subject: "Call", patient_mrn: "MRN-2", location_id: null, tags: [] }],
    ["messages", () => MESSAGES, "messages", { provider: "1001", subject: "Hello", emr_message_id: null }],
    ["tasks", () => TASKS, "tasks", { description: "Call back", notify_list: ["SG-1"], priority: "High" }],
    ["services", () => SERVICES, "services", { team: "T", answers: { Q1: "2" }, emr_episode_id: null }],
    ["orders", () => ORDERS, "orders", { type: "lab", item_ids: ["LAB-1"], priority: "stat", provider: null }],
  ])("contain %s", async (_name, handler, key, fields) => {
    const answer = await list(handler());
    expect(answer[key]).toHaveLength(1);
    expect(answer[key][0]).toMatchObject({ ...fields, status: "queued" });
  });
});
