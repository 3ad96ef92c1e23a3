import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { POST } from "#app/v1/services/route.ts";
import type { EmrCalls } from "#lib/emr/port/calls";
import type { EmrAccount } from "#lib/emr/port/connector";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

/** The steps of the chain (interface 3.2) as calls to the EMR, in order. */
const STEPS = ["listTeams", "assignTeam", "createService", "signService", "readService"] as const;

/** The hook that runs after the EMR has performed a step, before its response arrives. */
const cut = vi.hoisted(() => ({ after: null as string | null, happens: async (): Promise<void> => undefined }));

vi.mock("#lib/emr/connect", async (original) => {
  const real = await original<typeof import("#lib/emr/connect")>();
  const cutting = (emr: EmrConnection) =>
    new Proxy(emr, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (name !== cut.after) return method;
        return async (...values: unknown[]) => {
          const answer = await method.apply(target, values);
          await cut.happens();
          return answer;
        };
      },
    });
  return { ...real, connectEmr: (account: EmrAccount, calls: EmrCalls) => cutting(real.connectEmr(account, calls)) };
});

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
});
afterEach(() => {
  cut.after = null;
});

/** Accepts a service for a patient who is on no team yet. */
async function accepted(): Promise<{ jobId: number; patientId: string }> {
  const account = clinic.tenant.linkedAccountId;
  await database.asOwner("DELETE FROM sandbox.episode WHERE practice_id = $1", [account]);
  const { status, body } = await call(POST, "POST", "/services", {
    headers: clinic.headers,
    body: {
      patient_mrn: "MRN-1",
      team: "1",
      service_type: "101",
      form_id: "PHQ-2",
      answers: { Q1: "0", Q2: "1" },
    },
  });
  expect(status).toBe(202);
  return { jobId: body.job_id, patientId: "PAT-1" };
}

/** Returns the patient's services in the EMR, each with its episode and whether it is signed. */
const inEmr = (patientId: string) =>
  database.asOwner<{ episode: string; service: string | null; signed: boolean }>(
    `SELECT e.id AS episode, s.id AS service, s.signed_at IS NOT NULL AS signed
     FROM sandbox.episode e LEFT JOIN sandbox.service s ON s.practice_id = e.practice_id AND s.episode_id = e.id
     WHERE e.practice_id = $1 AND e.patient_id = $2`,
    [clinic.tenant.linkedAccountId, patientId],
  );

async function expectOneOfEach(jobId: number, patientId: string): Promise<void> {
  const rows = await inEmr(patientId);
  expect(rows).toEqual([{ episode: expect.any(String), service: expect.any(String), signed: true }]);
  const events = await jobs.eventsOf(jobId);
  expect(events.map(({ type, data }) => [type, data.emr_service_id, data.emr_episode_id])).toEqual([
    ["service.created", rows[0]?.service, rows[0]?.episode],
  ]);
}

describe.each(STEPS)("a service whose attempt ends right after %s", (step) => {
  it("resumes to one episode and one signed service if the process died", async () => {
    const { jobId, patientId } = await accepted();
    const dying = new AbortController();
    cut.after = step;
    cut.happens = async () => {
      dying.abort();
      dying.signal.throwIfAborted();
    };
    await expect(runJob({ jobId, ...clinic.tenant }, dying.signal)).rejects.toThrow();
    expect(await jobs.read(jobId)).toMatchObject({ status: "running" });
    cut.after = null;
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    await expectOneOfEach(jobId, patientId);
  });

  it("resumes to one episode and one signed service if the answer was lost", async () => {
    const { jobId, patientId } = await accepted();
    cut.after = step;
    cut.happens = async () => {
      throw new EmrError("passing", "The connection was lost before the EMR answered");
    };
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 1 });
    cut.after = null;
    await jobs.due(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 2 });
    await expectOneOfEach(jobId, patientId);
  });
});

it("emits no event for a service that the EMR does not show after signing", async () => {
  const { jobId } = await accepted();
  cut.after = "signService";
  cut.happens = async () => {
    await database.asOwner("UPDATE sandbox.service SET signed_at = NULL");
  };
  await jobs.run(jobId);
  expect(await jobs.eventsOf(jobId)).toEqual([]);
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 1 });
});
