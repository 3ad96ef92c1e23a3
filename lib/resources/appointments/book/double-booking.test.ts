/** @module-tag long */

import { afterEach, expect, it } from "vitest";
import type { SandboxKind } from "#lib/emr/sandbox/kind";
import { addDays, todayIn } from "#lib/kernel/dates";
import { openClinic } from "#lib/testing/clinic";
import { replacedWorkers } from "#lib/testing/replaced-worker";
import { sendFromProcesses } from "#lib/testing/schedule-callers";
import { testDatabase } from "#lib/testing/test-database";
import { until } from "#lib/testing/worker-process";

const PROCESSES = 4;
const ASKED_EACH = 5;
const DAYS = [3, 4, 5, 6, 7].map((ahead) => addDays(todayIn("America/New_York"), ahead));
/** Of each day; the bookings of two providers are in the lines of both. */
const SLOTS_OF_A_DAY = [
  ...["09:00", "09:30", "10:00"].flatMap((time) => [
    { time, provider_ehr_id: "101" },
    { time, provider_ehr_id: "102" },
  ]),
  { time: "10:30", provider_ehr_id: "101", secondary_provider_ehr_id: "102" },
  { time: "11:00", provider_ehr_id: "102", secondary_provider_ehr_id: "101" },
];
const SLOTS = DAYS.flatMap((day) => SLOTS_OF_A_DAY.map(({ time, ...of }) => ({ ...of, datetime: `${day}T${time}` })));

const database = testDatabase();
const workers = replacedWorkers(database.asOwner);

afterEach(async () => {
  await workers.stopAll();
});

/** Each slot is asked for five times. */
const REQUESTS = SLOTS.flatMap((slot) =>
  Array.from({ length: ASKED_EACH }, (_, copy) => ({
    body: {
      ...slot,
      patient_mrn: copy % 2 === 0 ? "MRN-1" : "MRN-2",
      location_id: "LOC-1",
      appointment_type: "Office Visit",
    },
  })),
);

it.each<[string, SandboxKind]>([
  ["refuses overlaps", "sandbox"],
  ["cannot refuse overlaps", "sandbox_basic"],
])(
  "books each of 40 slots once, of 200 requests of four processes, with faults, cut answers and a kill, in an EMR that %s",
  async (_name, kind) => {
    const { headers, tenant } = await openClinic({ kind });
    const account = tenant.linkedAccountId;
    await database.asOwner(
      "UPDATE sandbox.behavior SET latency_ms = 20, fault_rate = 0.03, cut_after_commit_rate = 0.03 WHERE practice_id = $1",
      [account],
    );
    const first = await workers.start();
    const [answers] = await Promise.all([sendFromProcesses(headers, REQUESTS, PROCESSES), workers.replace(first)]);
    expect(answers).toHaveLength(SLOTS.length * ASKED_EACH);
    const losers = answers.filter(({ status }) => status !== 202);
    expect(losers.map(({ status, body }) => [status, body.overlaps?.length])).toEqual(
      Array.from({ length: SLOTS.length * (ASKED_EACH - 1) }, () => [409, 1]),
    );
    const open = () => database.asOwner("SELECT FROM job WHERE status IN ('queued', 'running')");
    await until(async () => (await open()).length === 0, 180_000);
    const outcomes = await database.asOwner<{ status: string; jobs: number }>(
      "SELECT status, count(*)::integer AS jobs FROM job WHERE linked_account_id = $1 GROUP BY status",
      [account],
    );
    expect(outcomes).toEqual([{ status: "completed", jobs: SLOTS.length }]);
    const booked = await database.asOwner<{ visits: number }>(
      `SELECT count(*)::integer AS visits FROM sandbox.appointment
     WHERE practice_id = $1 AND id LIKE 'APT-9%' GROUP BY provider_id, starts_at`,
      [account],
    );
    expect(booked).toEqual(SLOTS.map(() => ({ visits: 1 })));
    const events = await database.asOwner<{ type: string; events: number }>(
      "SELECT type, count(*)::integer AS events FROM event WHERE linked_account_id = $1 GROUP BY type",
      [account],
    );
    expect(events).toEqual([{ type: "appointment.created", events: SLOTS.length }]);
  },
);
