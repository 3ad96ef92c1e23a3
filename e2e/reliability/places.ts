import type { Gate } from "./gate.ts";
import type { Trial } from "./trial.ts";
import { RECOVERY_MS, until } from "./until.ts";

/** A point in an operation's course at which a process is killed. */
export interface Place {
  name: string;
  kills: number;
  /** Expected attempts of the job at the end; a lost attempt does not count (decisions §6). */
  attempts: number;
  /** Sends the operation, waits until it has reached exactly this point, kills the process, and releases the locks. */
  strike(trial: Trial): Promise<void>;
}

const exclusive = (table: string) => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`;
/** Allows reads, such as those of a starting process, and blocks writes and row locks. */
const noWrites = (table: string) => `LOCK TABLE ${table} IN EXCLUSIVE MODE`;
const jobs = (trial: Trial) => trial.lane.rows<{ id: string }>("SELECT id FROM job ORDER BY id DESC");

/** Sends the operation and blocks the EMR while it works for the job. */
async function atWork(trial: Trial): Promise<{ jobId: number; emr: Gate; pids: number[] }> {
  const emr = await trial.hold(exclusive(`sandbox.${trial.operation.emrTable}`));
  const jobId = await trial.ask();
  return { jobId, emr, pids: await emr.reached("crc-sandbox") };
}

/** Unblocks the EMR and waits for its last write for the job; an operation that only reads is not waited for. */
async function emrDone(trial: Trial, jobId: number, emr: Gate): Promise<void> {
  await emr.open();
  const last = trial.operation.writes.at(-1);
  if (last) await trial.row("the EMR's write", LEDGER_ENTRY, [await trial.writeKey(jobId, last.step)]);
}

const LEDGER_ENTRY = "SELECT 1 FROM sandbox.write WHERE idempotency_key = $1";

/** Blocks the EMR after this number of writes of a service's chain. */
async function heldAfter(trial: Trial, writes: number): Promise<void> {
  let service = await trial.hold(exclusive("sandbox.service"));
  const jobId = await trial.ask();
  await service.reached("crc-sandbox");
  for (let written = 1; written < writes; written++) {
    // This lock queues behind the waiting write and before the write after it.
    const next = await trial.askForLock(exclusive("sandbox.service"));
    await next.queued();
    await service.open();
    await next.held;
    await next.reached("crc-sandbox");
    service = next;
  }
  const { writes: all } = trial.operation;
  for (const [index, { step, kind }] of all.entries()) {
    const stands = (await trial.lane.rows(LEDGER_ENTRY, [await trial.writeKey(jobId, step)])).length > 0;
    if (stands !== index < writes) throw new Error(`${kind}: ${stands} after ${writes} writes`);
  }
}

/**
 * Blocks the completing transaction at the queue's table. All its statements, COMMIT included, are already sent, but for one that
 * stands in the feed of changes: it reads the feed's position in between.
 */
async function completing(trial: Trial): Promise<{ jobId: number; queue: Gate }> {
  const { jobId, emr } = await atWork(trial);
  const queue = await trial.hold(noWrites("queue.entry"));
  await emrDone(trial, jobId, emr);
  await queue.reached("crc-app");
  return { jobId, queue };
}

const COMPLETED = "SELECT 1 FROM job WHERE id = $1 AND status = 'completed'";
const WAITING = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'crc-app' AND state = 'idle in transaction'`;

export const PLACES: Place[] = [
  {
    name: "before the acceptance's commit",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const before = (await jobs(trial)).length;
      // All statements of the acceptance, COMMIT included, are already sent and wait for the queue's table.
      const queue = await trial.hold(noWrites("queue.entry"));
      const leave = trial.askWithoutReading();
      const [pid] = await queue.reached("crc-app");
      await trial.kill("web");
      leave();
      await queue.open();
      await trial.row(
        "the end of its transaction",
        "SELECT 1 WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)",
        [pid],
      );
      if ((await jobs(trial)).length !== before) throw new Error("A job was stored without an answer to its client");
      await trial.lane.start();
      await trial.ask();
    },
  },
  {
    name: "after it, before the answer was read",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const [newest] = await jobs(trial);
      const leave = trial.askWithoutReading();
      const accepted = await trial.row<{ id: string }>("the acceptance", "SELECT id FROM job WHERE id > $1", [
        newest?.id ?? 0,
      ]);
      await trial.kill("web");
      leave();
      await trial.lane.start();
      if ((await trial.ask()) !== Number(accepted.id)) throw new Error("The repeated request made another job");
    },
  },
  {
    name: "accepted, not yet taken up",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      // The worker is stopped while the job is accepted, and then waits for the locked queue.
      process.kill(trial.lane.pid("worker"), "SIGSTOP");
      await trial.ask();
      const queue = await trial.hold(noWrites("queue.entry"));
      process.kill(trial.lane.pid("worker"), "SIGCONT");
      await queue.reached("crc-queue", { query: "%SKIP LOCKED%" });
      await trial.kill("worker");
    },
  },
  {
    name: "taken up, before the EMR is asked",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const attempts = await trial.hold(exclusive("job_attempt"));
      await trial.ask();
      await attempts.reached("crc-app");
      await trial.kill("worker");
    },
  },
  {
    name: "while the EMR works",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      await atWork(trial);
      await trial.kill("worker");
    },
  },
  {
    name: "between the EMR's commit and ours",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const { jobId, emr } = await atWork(trial);
      const job = await trial.hold(`SELECT 1 FROM job WHERE id = ${jobId} FOR UPDATE`);
      await emrDone(trial, jobId, emr);
      await job.reached("crc-app");
      await trial.kill("worker");
    },
  },
  {
    name: "while our completing transaction waits",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      await completing(trial);
      await trial.kill("worker");
    },
  },
  {
    name: "completed, before any delivery",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const { receiver } = trial.lane;
      receiver.answer(() => undefined);
      const { jobId, queue } = await completing(trial);
      // The transaction commits although the stopped process can do nothing more, such as deliver.
      process.kill(trial.lane.pid("worker"), "SIGSTOP");
      await queue.open();
      await trial.row("the completion, or its wait for the process", `${COMPLETED} UNION ALL ${WAITING}`, [jobId]);
      const isDone = (await trial.lane.rows(COMPLETED, [jobId])).length > 0;
      // One that waits for its process gets it; no delivery is answered meanwhile.
      if (!isDone) process.kill(trial.lane.pid("worker"), "SIGCONT");
      await trial.row("the completion", COMPLETED, [jobId]);
      await trial.kill("worker");
      receiver.answer({ status: 204 });
    },
  },
  {
    name: "during a delivery",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const { receiver } = trial.lane;
      receiver.answer(() => undefined);
      const jobId = String(await trial.ask());
      await receiver.waitFor(({ body }) => (body as { job_id?: string }).job_id === jobId);
      await trial.kill("worker");
      receiver.answer({ status: 204 });
    },
  },
  {
    name: "answered by the receiver, not yet recorded",
    kills: 1,
    attempts: 1,
    async strike(trial) {
      const attempts = await trial.hold(exclusive("delivery_attempt"));
      const jobId = String(await trial.ask());
      await trial.lane.receiver.waitFor(({ body }) => (body as { job_id?: string }).job_id === jobId);
      // Successful deliveries of one account are recorded together, on one connection or a few.
      await attempts.reached("crc-app");
      await trial.kill("worker");
    },
  },
  {
    name: "while waiting for the next attempt",
    kills: 1,
    attempts: 2,
    async strike(trial) {
      await trial.lane.rows("UPDATE sandbox.behavior SET outage = true");
      const jobId = await trial.ask();
      await trial.row("the pause", "SELECT 1 FROM job WHERE id = $1 AND next_attempt_at IS NOT NULL", [jobId]);
      await trial.kill("worker");
      await trial.lane.rows("UPDATE sandbox.behavior SET outage = false");
    },
  },
  {
    name: "during recovery itself",
    kills: 2,
    attempts: 1,
    async strike(trial) {
      const { jobId, emr, pids } = await atWork(trial);
      await trial.kill("worker");
      await trial.lane.start();
      await until("the second attempt", RECOVERY_MS, async () => {
        const lost = await trial.lane.rows("SELECT 1 FROM job_attempt WHERE job_id = $1 AND outcome = 'lost'", [jobId]);
        return lost.length > 0;
      });
      // The dead process's connection may still wait there.
      await emr.reached("crc-sandbox", { besides: pids });
      await trial.kill("worker");
    },
  },
];

/** Kills between the writes of a chain: each write has a separate key, and the chain resumes after the last one. */
export const CHAIN_PLACES: Place[] = ["assigned to the team", "its service written", "signed"].map((name, index) => ({
  name: `between two writes: ${name}`,
  kills: 1,
  attempts: 1,
  async strike(trial) {
    await heldAfter(trial, index + 1);
    await trial.kill("worker");
  },
}));
