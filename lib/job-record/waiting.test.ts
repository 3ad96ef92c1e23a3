import { beforeAll, describe, expect, it } from "vitest";
import { POST as cancel } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as pay } from "#app/v1/payments/route.ts";
import { withTenant } from "#lib/db/tenant";
import { sendAfterLogin } from "#lib/jobs/lifecycle/waits-for-login";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let person: Record<string, string>;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
  person = await signIn(clinic, "staff");
});

const held = async (): Promise<number> =>
  (await call(pay, "POST", "/payments", { body: aPayment, headers: { ...person, "x-hold-seconds": "30" } })).body
    .job_id;

/** Has a job wait for a sentence, as a process of the version before writes it. */
const waitAsBefore = (jobId: number, sentence: string | null) =>
  database.asOwner("UPDATE job SET waiting_reason = $2, version = version + 1 WHERE id = $1", [jobId, sentence]);

/** A row of the version before has no code. */
const forgetCode = (jobId: number) =>
  database.asOwner("UPDATE job SET waiting_code = NULL, coded_reason = NULL WHERE id = $1", [jobId]);

const sentences = [
  ["held", "About to be sent: it can still be taken back"],
  ["limit_reached", "The EMR's limit of calls is reached"],
  ["login_lost", "The EMR has lost its login: this is sent once an admin has given new credentials"],
  ["emr_event", "Waits for the EMR's event"],
  ["event_read", "Reads what the EMR's event announced"],
  ["log_searched", "The EMR's answer was lost: its log of events is searched for what the request names"],
  ["answer_not_stored", "The EMR's answer could not be stored here: it breaks the constraint not_sent"],
  ["outcome_unknown", "Whether the EMR holds it is not known: The EMR is out of service"],
  ["attempt_failed", "The EMR is out of service"],
  [null, null],
] as const;

describe("why a job waits", () => {
  it.each(sentences)("%s is known by the sentence of a row of the version before", async (code, sentence) => {
    const jobId = await held();
    await forgetCode(jobId);
    await waitAsBefore(jobId, sentence);
    expect(await jobs.read(jobId)).toMatchObject({ waiting_code: code, waiting_reason: sentence });
  });

  it.each(sentences)("%s replaces the code of what a job waited for earlier", async (code, sentence) => {
    const jobId = await held();
    expect(await jobs.read(jobId)).toMatchObject({ waiting_code: "held" });
    await waitAsBefore(jobId, sentence);
    expect(await jobs.read(jobId)).toMatchObject({ waiting_code: code, waiting_reason: sentence });
  });

  it("is its code, whatever the sentence says", async () => {
    const jobId = await held();
    await database.asOwner("UPDATE job SET waiting_reason = $2, coded_reason = $2 WHERE id = $1", [
      jobId,
      "Waits for the EMR's event",
    ]);
    expect(await jobs.read(jobId)).toMatchObject({ waiting_code: "held", standing: { retrying: false } });
  });

  it("is nothing any more once it has begun", async () => {
    const jobId = await held();
    await database.asOwner("UPDATE job SET next_attempt_at = now() WHERE id = $1", [jobId]);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", waiting_code: null, waiting_reason: null });
    const [row] = await database.asOwner("SELECT waiting_code, coded_reason FROM job WHERE id = $1", [jobId]);
    expect(row).toEqual({ waiting_code: null, coded_reason: null });
  });

  it("decides also of a process of the version before: what waits for the EMR's event is not cancelled", async () => {
    const jobId = await held();
    await waitAsBefore(jobId, "Waits for the EMR's event");
    const answer = await call(cancel, "POST", `/jobs/${jobId}/cancel`, {
      headers: clinic.headers,
      params: { job_id: String(jobId) },
    });
    expect(answer.status).toBe(409);
  });

  it.each([true, false])(
    "sends with a new login what waits for it, and nothing else (with a code: %s)",
    async (coded) => {
      const [lost, other] = [await held(), await held()];
      const sentence = "The EMR has lost its login: this is sent once an admin has given new credentials";
      await waitAsBefore(lost, sentence);
      if (coded)
        await database.asOwner("UPDATE job SET waiting_code = 'login_lost', coded_reason = $2 WHERE id = $1", [
          lost,
          sentence,
        ]);
      const before = await jobs.read(other);
      await withTenant(clinic.tenant, (tx) => sendAfterLogin(tx, clinic.tenant));
      expect(Date.parse((await jobs.read(lost)).next_attempt_at)).toBeLessThanOrEqual(Date.now());
      expect(await jobs.read(other)).toEqual(before);
    },
  );
});
