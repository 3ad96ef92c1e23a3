import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/recalls/[id]/actions/route.ts";
import { readAll } from "#lib/emr/port/read-all";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let recall: { id: string; ehr_id: string; patient_mrn: string };
let closing: string;
let leaving: string;
const jobs = jobsOf(database, () => clinic);
const never = new AbortController().signal;

const emrOf = ({ tenant }: TestAccount) => sandboxEmr(tenant.linkedAccountId);

/** Stores the practice's first open recall as the EMR has it. */
async function openRecall(account: TestAccount) {
  const { organizationId, linkedAccountId } = account.tenant;
  const open = (await readAll(emrOf(account), "recalls", never)).records.find(({ status }) => status === "open");
  const [stored] = await database.asOwner<{ id: string; ehr_id: string; patient_mrn: string }>(
    `INSERT INTO recall (id, organization_id, linked_account_id, ehr_id, patient_mrn, reason, due_date, status, actions)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, 'open', $7)
     ON CONFLICT (organization_id, linked_account_id, ehr_id) DO UPDATE SET status = excluded.status
     RETURNING replace(id::text, '-', '') AS id, ehr_id, patient_mrn`,
    [
      organizationId,
      linkedAccountId,
      open?.ehrId,
      open?.patientMrn,
      open?.reason,
      open?.dueDate,
      JSON.stringify(open?.actions),
    ],
  );
  if (!stored) throw new Error("The practice has no open recall");
  return stored;
}

/** Each test uses a new practice, because a recall can be closed only once. */
beforeEach(async () => {
  clinic = await openClinic();
  recall = await openRecall(clinic);
});

beforeAll(async () => {
  const { recallActions, recallClosingActions } = await emrOf(await openClinic()).readSettings(never);
  const closes = new Set(recallClosingActions.map(({ name }) => name));
  closing = recallClosingActions[0]?.name ?? "";
  leaving = recallActions.find(({ name }) => !closes.has(name))?.name ?? "";
  expect([closing, leaving]).not.toContain("");
});

const post = (id: string, body: Record<string, unknown>) =>
  call(POST, "POST", `/recalls/${id}/actions`, { body, headers: clinic.headers, params: { id } });

const counts = () =>
  database.asOwner("SELECT (SELECT count(*) FROM job) AS jobs, (SELECT count(*) FROM recall_action) AS actions");

const emitted = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

const stored = async () =>
  (
    await database.asOwner<{ status: string; actions: { actionTaken: string; note: string | null }[] }>(
      "SELECT status, actions FROM recall WHERE id = $1",
      [recall.id],
    )
  )[0];

const held = async () =>
  (await readAll(emrOf(clinic), "recalls", never)).records.find(({ ehrId }) => ehrId === recall.ehr_id);

describe("POST /recalls/{id}/actions", () => {
  it("answers with the ids of the recall and the job", async () => {
    const answer = await post(recall.id, { action_taken: leaving });
    expect([answer.status, answer.body]).toEqual([
      202,
      { success: true, message: "Recall action queued", recall_id: recall.id, job_id: expect.any(Number) },
    ]);
  });

  it.each([
    ["no action", () => recall.id, { note: "x" }, 400, "Missing required field: action_taken"],
    ["an empty action", () => recall.id, { action_taken: " " }, 400, "action_taken must be a non-empty string"],
    ["a note that is not a text", () => recall.id, { action_taken: "x", note: 1 }, 400, "note must be a string"],
    ["an unknown recall", newId, { action_taken: "x" }, 404, "Recall not found"],
    ["a malformed id", () => "12", { action_taken: "x" }, 404, "Recall not found"],
  ])("saves nothing for %s", async (_name, id, body, status, message) => {
    const before = await counts();
    const answer = await post(id(), body);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await counts()).toEqual(before);
  });

  it("answers 404 for a recall of another organization or another account", async () => {
    const other = await openClinic();
    const { id } = await openRecall(other);
    expect((await post(id, { action_taken: leaving })).status).toBe(404);
    await database.asOwner("UPDATE recall SET organization_id = $1 WHERE id = $2", [clinic.tenant.organizationId, id]);
    expect((await post(id, { action_taken: leaving })).status).toBe(404);
  });
});

describe("a recall action's job", () => {
  it("adds the action to the recall, which stays open", async () => {
    const before = await stored();
    const { body } = await post(recall.id, { action_taken: leaving, note: "No answer" });
    await jobs.run(body.job_id);
    const [action] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM recall_action WHERE job_id = $1 AND closed = false AND emr_recall_action_id IS NOT NULL",
      [body.job_id],
    );
    expect(await emitted(body.job_id)).toEqual([
      [
        "recall_action.created",
        {
          recall_id: recall.id,
          recall_action_id: action?.id,
          action_taken: leaving,
          closed: false,
          patient_mrn: recall.patient_mrn,
        },
      ],
    ]);
    const after = await stored();
    expect(after?.status).toBe("open");
    expect(after?.actions).toHaveLength((before?.actions.length ?? 0) + 1);
    expect(after?.actions.at(-1)).toMatchObject({ actionTaken: leaving, note: "No answer" });
    expect((await held())?.actions.map(({ id }) => id)).toContain((await jobs.writesOf(body.job_id))[0]);
  });

  it("closes the recall with a closing action", async () => {
    const { body } = await post(recall.id, { action_taken: closing });
    await jobs.run(body.job_id);
    expect((await emitted(body.job_id))[0]?.[1]).toMatchObject({ closed: true, action_taken: closing });
    expect((await stored())?.status).toBe("closed");
    expect((await held())?.status).toBe("closed");
  });

  it("emits only the reason of a failure", async () => {
    const { body } = await post(recall.id, { action_taken: leaving });
    await jobs.runThroughOutage(body.job_id);
    expect(await emitted(body.job_id)).toEqual([
      ["recall_action.failed", { recall_id: recall.id, failure_reason: "The EMR is out of service" }],
    ]);
  });

  it("writes one action even if the first answer was lost", async () => {
    const before = (await held())?.actions.length ?? 0;
    const { body } = await post(recall.id, { action_taken: leaving, note: "Once" });
    await jobs.loseAnswer(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect((await held())?.actions).toHaveLength(before + 1);
    expect((await stored())?.actions.filter(({ note }) => note === "Once")).toHaveLength(1);
  });

  it("adds nothing to a recall that a sync has updated meanwhile", async () => {
    const { body } = await post(recall.id, { action_taken: leaving, note: "Synced" });
    await jobs.loseAnswer(body.job_id);
    const synced = (await held())?.actions;
    await database.asOwner("UPDATE recall SET actions = $1 WHERE id = $2", [JSON.stringify(synced), recall.id]);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect((await stored())?.actions).toEqual(synced);
  });
});
