/** @module-tag long */

import { afterEach, expect, it } from "vitest";
import { POST as BOOK } from "#app/v1/appointments/route.ts";
import type { SandboxKind } from "#lib/emr/sandbox/kind";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { replacedWorkers } from "#lib/testing/replaced-worker";
import { type ScheduleRequest, sendFromProcesses } from "#lib/testing/schedule-callers";
import { testDatabase } from "#lib/testing/test-database";
import { until } from "#lib/testing/worker-process";

const PROCESSES = 4;
const VISITS = 12;
const dayAfter = (days: number) => addDays(todayIn("America/New_York"), days);
const PROVIDERS = ["101", "102"];

/** Times for which bookings and moves compete. */
const SLOTS = [3, 4, 5, 6, 7].flatMap((ahead) =>
  ["09:00", "09:30", "10:00", "10:30"].flatMap((time) =>
    PROVIDERS.map((provider_ehr_id) => ({ provider_ehr_id, datetime: `${dayAfter(ahead)}T${time}` })),
  ),
);
/** Times that the EMR's own staff give to others while we book: the copy here does not know them. */
const STAFF = SLOTS.filter((_, index) => index % 8 === 3);

const booking = { location_id: "LOC-1", appointment_type: "Office Visit", duration: 30 };

const database = testDatabase();
const workers = replacedWorkers(database.asOwner);

afterEach(async () => {
  await workers.stopAll();
});

const allEnded = () =>
  until(
    async () => (await database.asOwner("SELECT FROM job WHERE status IN ('queued', 'running')")).length === 0,
    180_000,
  );

/** Books the visits that move, each at a time for which nobody else asks. Returns their ids. */
async function bookVisits(headers: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < VISITS; index++) {
    const datetime = `${dayAfter(10 + Math.floor(index / 4))}T${String(9 + (index % 4)).padStart(2, "0")}:00`;
    const body = { ...booking, datetime, provider_ehr_id: PROVIDERS[index % 2], patient_mrn: "MRN-1" };
    const answer = await call(BOOK, "POST", "/appointments", { headers, body });
    expect(answer.status, answer.body.message).toBe(202);
    ids.push(answer.body.appointment_id);
  }
  await allEnded();
  return ids;
}

/** Each slot is asked for by two bookings and three moves, of other visits each time. */
const requestsFor = (visits: readonly string[]): ScheduleRequest[] =>
  SLOTS.flatMap((slot, index) => [
    ...["MRN-1", "MRN-2"].map((patient_mrn) => ({ body: { ...booking, ...slot, patient_mrn } })),
    ...[0, 1, 2].map((copy) => ({ visit: visits[(index * 3 + copy) % VISITS] as string, body: slot })),
  ]);

it.each<[string, SandboxKind]>([
  ["refuses overlaps", "sandbox"],
  ["cannot refuse overlaps", "sandbox_basic"],
])(
  "moves and books nobody onto another, of 200 requests of four processes, with faults, cut answers, a kill and the EMR's own staff, in an EMR that %s",
  async (_name, kind) => {
    const { headers, tenant } = await openClinic({ kind });
    const account = tenant.linkedAccountId;
    const first = await workers.start();
    const visits = await bookVisits(headers);
    await database.asOwner(
      "UPDATE sandbox.behavior SET latency_ms = 20, fault_rate = 0.03, cut_after_commit_rate = 0.03 WHERE practice_id = $1",
      [account],
    );
    await database.asOwner(
      `INSERT INTO sandbox.appointment
         (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
       SELECT a.practice_id, 'STAFF-' || row_number() OVER (), 'appointment',
         (given.datetime || ' America/New_York')::timestamptz, 30, given.provider_ehr_id, 'LOC-1', a.patient_id, a.status
       FROM json_to_recordset($2::json) AS given (provider_ehr_id text, datetime text),
         (SELECT * FROM sandbox.appointment WHERE practice_id = $1 AND id LIKE 'APT-9%' LIMIT 1) AS a`,
      [account, JSON.stringify(STAFF)],
    );
    const requests = requestsFor(visits);
    const [answers] = await Promise.all([sendFromProcesses(headers, requests, PROCESSES), workers.replace(first)]);
    expect(answers).toHaveLength(SLOTS.length * 5);
    const wrong = answers.filter(({ status, body }) => status !== 202 && !(status === 409 && body.overlaps?.length));
    expect(wrong).toEqual([]);
    await allEnded();

    const jobs = await database.asOwner<{ id: number; type: string; status: string; code: string | null }>(
      "SELECT id::integer, type, status, reasons -> 0 ->> 'code' AS code FROM job WHERE linked_account_id = $1 ORDER BY id",
      [account],
    );
    const ended = new Map(jobs.map((job) => [job.id, job]));
    // Each loser of the EMR's own staff, or of a time that was refused there, is told why.
    const failed = jobs.filter(({ status }) => status !== "completed");
    expect(failed.filter(({ status, code }) => status !== "failed" || code !== "overlap")).toEqual([]);
    const isStaffs = (at: { provider_ehr_id?: unknown; datetime?: unknown }) =>
      STAFF.some((slot) => slot.provider_ehr_id === at.provider_ehr_id && slot.datetime === at.datetime);
    expect(failed.length).toBeGreaterThan(0);
    const accepted = requests.flatMap((request, place) => {
      const answer = answers[place];
      return answer?.status === 202 ? [{ ...request, job: ended.get(answer.body.job_id) }] : [];
    });
    expect(accepted.filter(({ body, job }) => isStaffs(body) && job?.status === "completed")).toEqual([]);

    const ours = await database.asOwner<{ id: string; provider: string; at: string }>(
      `SELECT id, provider_id AS provider, to_char(starts_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD"T"HH24:MI') AS at
       FROM sandbox.appointment WHERE practice_id = $1 AND id LIKE 'APT-9%' ORDER BY id`,
      [account],
    );
    // Nobody is at a time of another, and nothing was booked twice or called failed.
    const places = ours.map(({ provider, at }) => `${provider} ${at}`);
    expect(new Set(places).size).toBe(places.length);
    const booked = accepted.filter(({ visit, job }) => visit === undefined && job?.status === "completed");
    expect(ours).toHaveLength(VISITS + booked.length);
    expect(places).toEqual(
      expect.arrayContaining(booked.map(({ body }) => `${body.provider_ehr_id} ${body.datetime}`)),
    );
    // Each visit is where the last of its moves that were made has led it, here and in the EMR.
    for (const visit of visits) {
      const last = accepted
        .filter((each) => each.visit === visit && each.job?.status === "completed")
        .toSorted((one, other) => (one.job?.id ?? 0) - (other.job?.id ?? 0))
        .at(-1);
      const [kept] = await database.asOwner<{ emr: string; here: string }>(
        `SELECT e.provider_id || ' ' || to_char(e.starts_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD"T"HH24:MI') AS emr,
           a.provider_ehr_id || ' ' || to_char(a.starts_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD"T"HH24:MI') AS here
         FROM appointment a JOIN sandbox.appointment e ON e.practice_id = a.linked_account_id AND e.id = a.emr_appointment_id
         WHERE a.id = $1`,
        [visit],
      );
      expect(kept?.here).toBe(kept?.emr);
      if (last) expect(kept?.emr).toBe(`${last.body.provider_ehr_id} ${last.body.datetime}`);
    }
  },
);
