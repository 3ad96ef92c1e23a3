import assert from "node:assert/strict";
import { eventText, TERMINAL } from "./event-text.ts";
import type { KilledOperation } from "./killed-operation.ts";
import type { Lane } from "./lane.ts";
import { OPERATIONS } from "./operations.ts";
import { RECOVERY_MS, until } from "./until.ts";
import { writeKey } from "./write-key.ts";

/** An accepted job and its expected result. */
export interface Asked {
  jobId: number;
  operation: KilledOperation;
  /** See `KilledOperation.expected`. */
  expected: string[];
  /** Expected number of attempts; any if absent. */
  attempts?: number;
}

/** A deployment whose operations are judged. */
export type Judged = Pick<Lane, "rows" | "receiver">;

interface Envelope {
  type: string;
  data: Record<string, unknown>;
}

const SETTLED = `SELECT j.status FROM job j WHERE j.id = $1 AND j.status NOT IN ('queued', 'running')
  AND NOT EXISTS (SELECT FROM delivery d JOIN event e ON e.id = d.event_id WHERE e.job_id = j.id AND d.status = 'pending')`;

/** Waits until a job has ended and its events are delivered. Throws after 30 s. */
export async function settled(lane: Lane, jobId: number): Promise<void> {
  await until(
    `job ${jobId} ended and its events delivered`,
    RECOVERY_MS,
    async () => (await lane.rows(SETTLED, [jobId])).length > 0,
  );
}

const number = async (lane: Judged, statement: string, values: unknown[] = []): Promise<number> =>
  Number((await lane.rows<{ count: string }>(statement, values))[0]?.count);

/** Checks that the event reached the partner's receiver at least once and the console's inbox exactly once. */
async function assertDelivered(lane: Judged, id: string): Promise<void> {
  const received = lane.receiver.deliveries.filter(({ headers }) => headers["webhook-id"] === id);
  assert.ok(received.length > 0, `event ${id} reached the receiver`);
  for (const delivery of received) {
    assert.ok(delivery.isSigned, `event ${id} was signed when it came`);
    assert.equal((delivery.body as { id: string }).id, id);
    assert.equal(delivery.text, received[0]?.text);
  }
  const targets = await lane.rows<{ target_kind: string; status: string }>(
    "SELECT target_kind, status FROM delivery WHERE replace(event_id::text, '-', '') = $1 ORDER BY 1",
    [id],
  );
  assert.deepEqual(targets, [
    { target_kind: "endpoint", status: "succeeded" },
    { target_kind: "inbox", status: "succeeded" },
  ]);
  const receipts = "SELECT count(*) FROM inbox_receipt WHERE replace(event_id::text, '-', '') = $1";
  assert.equal(await number(lane, receipts, [id]), 1, `event ${id} is stored once in the inbox`);
  const messages = "SELECT count(*) FROM stream_message WHERE kind = 'event' AND payload->>'id' = $1";
  assert.equal(await number(lane, messages, [id]), 1, `event ${id} stands once in the stream`);
}

/**
 * Checks that the job ended once with one terminal event, that the EMR wrote it once, and that its events were
 * delivered. Throws otherwise.
 */
export async function assertDoneOnce(lane: Judged, { jobId, operation, expected, attempts }: Asked): Promise<void> {
  const [job] = await lane.rows<{ status: string; attempts: number; type: string }>(
    "SELECT status, attempts, type, ambiguous, waiting_for, to_reconcile FROM job WHERE id = $1",
    [jobId],
  );
  // A dead process leaves the job ambiguous until it ends.
  const settledWith = { ambiguous: false, waiting_for: null, to_reconcile: null };
  assert.deepEqual(job, {
    status: "completed",
    attempts: attempts ?? job?.attempts,
    type: operation.id,
    ...settledWith,
  });

  const events = await lane.rows<{ id: string; envelope: Envelope }>(
    "SELECT replace(id::text, '-', '') AS id, envelope FROM event WHERE job_id = $1 ORDER BY event.id",
    [jobId],
  );
  const texts = events.map(({ envelope }) => eventText(envelope.type, envelope.data));
  assert.deepEqual(texts.toSorted(), expected.toSorted());
  assert.equal(events.filter(({ envelope }) => TERMINAL.includes(envelope.type)).length, 1);
  for (const { id } of events) await assertDelivered(lane, id);

  for (const { kind, table, step } of operation.writes) {
    const written = await number(
      lane,
      `SELECT count(*) FROM sandbox.write w JOIN sandbox.${table} r ON r.practice_id = w.practice_id AND r.id = w.emr_id
       WHERE w.idempotency_key = $1 AND w.kind = $2`,
      [await writeKey(lane, jobId, step), kind],
    );
    assert.equal(written, 1, `the ${kind} of job ${jobId} is written once in the EMR`);
  }
  const running = "SELECT count(*) FROM job_attempt WHERE job_id = $1 AND outcome IS NULL";
  assert.equal(await number(lane, running, [jobId]), 0, `job ${jobId} has no open attempt`);
}

/** Returns the ledger's name of the write that inserts a row of a table. */
const kindOfNew = (table: string): string => table.replace(/^patient_order$/, "order");

/** Counts of a lane: if nothing was lost or invented, `accepted` equals `ended`, and the last three are equal. */
export interface Totals {
  accepted: number;
  ended: number;
  emrWrites: number;
  events: number;
  received: number;
  receipts: number;
}

/** Counts the EMR's rows in each table that operations write; none in a table that a version before does not have. */
export async function emrRows(lane: Judged): Promise<Map<string, number>> {
  const tables = new Set(OPERATIONS.flatMap(({ writes }) => writes.map(({ table }) => table)));
  const counted = new Map<string, number>();
  for (const table of tables) {
    const [{ exists } = { exists: false }] = await lane.rows<{ exists: boolean }>(
      "SELECT to_regclass($1) IS NOT NULL AS exists",
      [`sandbox.${table}`],
    );
    counted.set(table, exists ? await number(lane, `SELECT count(*) FROM sandbox.${table}`) : 0);
  }
  return counted;
}

/**
 * Checks that the lane holds no job, EMR write, event or receipt that was not requested; `before` is the EMR's row
 * counts before. Throws otherwise.
 */
export async function assertNothingElse(lane: Lane, asked: Asked[], before: Map<string, number>): Promise<Totals> {
  const count = (what: string) => number(lane, `SELECT count(*) FROM ${what}`);
  const accepted = asked.length;
  const jobs = await lane.rows<{ id: string }>("SELECT id FROM job ORDER BY id");
  assert.deepEqual(
    jobs.map(({ id }) => Number(id)),
    asked.map(({ jobId }) => jobId).toSorted((a, b) => a - b),
  );
  const writes = asked.flatMap(({ operation }) => operation.writes);
  assert.equal(await count("sandbox.write"), writes.length);
  for (const [table, rows] of await emrRows(lane)) {
    // Other writes, such as a signature, change existing rows.
    const made = writes.filter((write) => write.kind === kindOfNew(table)).length;
    const inserted = asked.filter(({ operation }) => operation.inserts === table).length;
    assert.equal(rows - (before.get(table) ?? 0), made + inserted, `rows of ${table}`);
  }
  assert.equal(await count("sandbox.service WHERE signed_at IS NULL"), 0, "services that were left unsigned");
  const events = await count("event");
  assert.equal(events, asked.flatMap(({ expected }) => expected).length);
  const receipts = await count("inbox_receipt");
  assert.equal(receipts, events);
  const received = new Set(lane.receiver.deliveries.map(({ headers }) => headers["webhook-id"])).size;
  assert.equal(received, events);
  const ended = await count("job WHERE status = 'completed'");
  return { accepted, ended, emrWrites: writes.length, events, received, receipts };
}
