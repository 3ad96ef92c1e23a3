import { randomUUID } from "node:crypto";
import type { OperationId } from "#lib/catalog/catalog";
import type { Lane } from "./lane.ts";

/** Number of a record's change, in the order of acceptance. */
export type Turn = 1 | 2;

/** The record of one pair, whose two changes must be applied in the order of their acceptance. */
export interface OrderedRecord {
  operation: OperationId;
  ask(turn: Turn): { method: "PATCH" | "POST"; path: string; body: Record<string, unknown> };
  /** Returns the values that the EMR must hold if exactly these changes completed. */
  expected(completed: Turn[]): string[];
  inEmr(): Promise<string[]>;
  /** Returns the same values from the synchronized copy. */
  here(): Promise<string[]>;
}

const idOf = (uuid: string) => uuid.replaceAll("-", "");

/** Copies the rows of a table that match a condition, with some columns replaced. */
const copyRow = (lane: Lane, table: string, condition: string, changed: object) =>
  lane.rows(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(original, $1)).* FROM ${table} original WHERE ${condition}`,
    [changed],
  );

/** Returns the column `value` of a statement's rows. */
async function values(lane: Lane, statement: string, id: string): Promise<string[]> {
  return (await lane.rows<{ value: string }>(statement, [id])).map(({ value }) => value);
}

/** Returns the value of the last completed change, or the initial one. */
const lastOf = (completed: Turn[], set: Record<0 | Turn, string>): string[] => [set[completed.at(-1) ?? 0]];

async function appointment(lane: Lane, number: number): Promise<OrderedRecord> {
  const id = `APT-PAIR-${number}`;
  const set = { 0: "SCH", 1: "ARR", 2: "CAN" } as const;
  await copyRow(lane, "sandbox.appointment", "id = 'APT-1'", { id });
  await copyRow(lane, "appointment", "emr_appointment_id = 'APT-1'", { id: randomUUID(), emr_appointment_id: id });
  return {
    operation: "appointments:update",
    ask: (turn) => ({
      method: "PATCH",
      path: "/appointments",
      body: { emr_appointment_id: id, status: set[turn] },
    }),
    expected: (completed) => lastOf(completed, set),
    inEmr: () => values(lane, "SELECT status AS value FROM sandbox.appointment WHERE id = $1", id),
    here: () => values(lane, "SELECT status AS value FROM appointment WHERE emr_appointment_id = $1", id),
  };
}

async function referral(lane: Lane, number: number): Promise<OrderedRecord> {
  const [id, uuid] = [`REF-PAIR-${number}`, randomUUID()];
  const set = { 0: "never", 1: "called once", 2: "called twice" };
  await copyRow(lane, "sandbox.referral", "id = 'REF-1'", { id, notes: set[0] });
  await copyRow(lane, "referral", "ehr_id = 'REF-1'", { id: uuid, ehr_id: id, notes: set[0] });
  return {
    operation: "referrals:update",
    // The status is sent by its label, which is looked up in the EMR's lists first.
    ask: (turn) => ({
      method: "PATCH",
      path: `/referrals/${idOf(uuid)}`,
      body: { notes: set[turn], status: "Authorized" },
    }),
    expected: (completed) => lastOf(completed, set),
    inEmr: () => values(lane, "SELECT notes AS value FROM sandbox.referral WHERE id = $1", id),
    here: () => values(lane, "SELECT notes AS value FROM referral WHERE ehr_id = $1", id),
  };
}

async function recall(lane: Lane, number: number): Promise<OrderedRecord> {
  const [id, uuid] = [`RCL-PAIR-${number}`, randomUUID()];
  await copyRow(lane, "sandbox.recall", "id = 'RCL-1'", { id });
  await copyRow(lane, "recall", "ehr_id = 'RCL-1'", { id: uuid, ehr_id: id });
  return {
    operation: "recall-actions:create",
    ask: (turn) => ({
      method: "POST",
      path: `/recalls/${idOf(uuid)}/actions`,
      body: { action_taken: "Called patient", note: `Call ${turn}` },
    }),
    expected: (completed) => completed.map((turn) => `Call ${turn}`),
    inEmr: () =>
      values(lane, "SELECT note AS value FROM sandbox.recall_action WHERE recall_id = $1 ORDER BY taken_at", id),
    // A reconciled action is stored after those that completed meanwhile, so the order is not compared.
    here: () =>
      values(
        lane,
        "SELECT a->>'note' AS value FROM recall, jsonb_array_elements(actions) AS a WHERE ehr_id = $1 ORDER BY 1",
        id,
      ),
  };
}

/** Makes two services of a patient who is on no team yet: the first opens the episode that the second uses. */
async function services(lane: Lane, number: number): Promise<OrderedRecord> {
  const [id, mrn] = [`PAT-PAIR-${number}`, `MRN-PAIR-${number}`];
  await copyRow(lane, "sandbox.patient", "mrn = 'MRN-1'", { id, mrn });
  await copyRow(lane, "patient", "mrn = 'MRN-1'", { id: randomUUID(), ehr_id: id, mrn });
  return {
    operation: "services:create",
    ask: (turn) => ({
      method: "POST",
      path: "/services",
      body: {
        patient_mrn: mrn,
        team: "1",
        service_type: "101",
        form_id: "PHQ-2",
        answers: { Q1: String(turn), Q2: "0" },
      },
    }),
    expected: (completed) => completed.map((turn) => `answer ${turn} in episode 1`),
    inEmr: () =>
      values(
        lane,
        `SELECT format('answer %s in episode %s', s.answers->>'Q1', dense_rank() OVER (ORDER BY e.opened_at)) AS value
         FROM sandbox.service s JOIN sandbox.episode e ON e.practice_id = s.practice_id AND e.id = s.episode_id
         WHERE e.patient_id = $1 AND s.signed_at IS NOT NULL ORDER BY s.written_at`,
        id,
      ),
    here: () =>
      values(
        lane,
        `SELECT format('answer %s in episode %s', j.request->'answers'->>'Q1', dense_rank() OVER (ORDER BY s.emr_episode_id))
           AS value
         FROM service s JOIN job j ON j.id = s.job_id
         WHERE s.patient_mrn = $1 AND s.emr_service_id IS NOT NULL ORDER BY 1`,
        mrn,
      ),
  };
}

const KINDS = [appointment, referral, appointment, referral, appointment, referral, recall, services];

/** Creates the record of the pair with this number; the kinds take turns. */
export const orderedRecord = (lane: Lane, number: number): Promise<OrderedRecord> =>
  (KINDS[number % KINDS.length] as (typeof KINDS)[number])(lane, number);
