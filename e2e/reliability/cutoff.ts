import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { loginRole, urlAs } from "#lib/db/login-roles";
import { type Base, startBase } from "./base.ts";
import { type Lane, startLane } from "./lane.ts";
import { makeNamespace, type Namespace, namespaceProblem } from "./namespace.ts";
import { OPERATIONS } from "./operations.ts";
import { makeTrial } from "./trial.ts";
import { RECOVERY_MS, until } from "./until.ts";
import { type Asked, assertDoneOnce, assertNothingElse, emrRows, settled } from "./verdict.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SERVER = fileURLToPath(new URL("../../lib/server/server.ts", import.meta.url));
const PAYMENT = OPERATIONS[0];

/** Makes the base's PostgreSQL accept connections from a network. */
async function listenTo(base: Base, { host }: Namespace): Promise<void> {
  const owner = new pg.Client({ connectionString: base.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ hba_file: string }>("SHOW hba_file");
  await appendFile(rows[0]?.hba_file ?? "", `host all all ${host}/30 scram-sha-256\n`);
  await owner.query(`ALTER SYSTEM SET listen_addresses = '${host}'`);
  await owner.end();
  await base.restart();
}

/** Starts a worker of the lane inside a network, with the database's address as seen from there. */
async function startWorkerIn({ host, command }: Namespace, base: Base, lane: Lane): Promise<ChildProcess> {
  const database = new URL(lane.ownerUrl);
  database.host = `${host}:${database.port}`;
  const url = (group: "crc_app" | "crc_sandbox") =>
    urlAs(database.toString(), loginRole(group, base.secrets.ENCRYPTION_KEY));
  const [program = "", ...words] = command;
  const { DATABASE_URL: _ours, ...inherited } = process.env;
  const worker = spawn(program, [...words, process.execPath, SERVER], {
    env: {
      ...inherited,
      ...base.secrets,
      APP_DATABASE_URL: url("crc_app"),
      SANDBOX_DATABASE_URL: url("crc_sandbox"),
      INTERNAL_URL: lane.address(),
      NODE_ENV: "production",
      LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
      DEMO: "on",
      ROLE: "worker",
      PORT: "",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [message] = (await once(worker, "message")) as [{ kind: string; reason?: string }];
  if (message.kind === "failed") throw new Error(`The worker did not start: ${message.reason}`);
  return worker;
}

const BACKEND = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'idle in transaction'";
const CAME_BACK = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND client_addr IS NOT NULL AND application_name = 'crc-queue' AND backend_start > $1`;

/**
 * Cuts the worker off while it holds the row of a job whose payment the EMR has written. Returns the milliseconds until
 * the job has ended and its events are delivered.
 */
async function cutOff(lane: Lane, network: Namespace, number: number): Promise<{ asked: Asked; tookMs: number }> {
  if (!PAYMENT) throw new Error("There is no operation");
  const other = lane.pid("worker");
  // The other worker is stopped, so that the one to be cut off takes the job.
  process.kill(other, "SIGSTOP");
  const trial = await makeTrial(lane, PAYMENT, number);
  try {
    const emr = await trial.hold(`LOCK TABLE sandbox.${PAYMENT.emrTable} IN ACCESS EXCLUSIVE MODE`);
    const jobId = await trial.ask();
    await emr.reached("crc-sandbox");
    const row = await trial.hold(`SELECT FROM job WHERE id = ${jobId} FOR UPDATE`);
    await emr.open();
    const [pid] = await row.reached("crc-app");
    const [clock] = await lane.rows<{ now: Date }>("SELECT now()");
    await network.cut();
    const since = performance.now();
    process.kill(other, "SIGCONT");
    await row.open();
    await trial.row("the row held by a connection that is cut off", BACKEND, [pid]);
    await settled(lane, jobId);
    const tookMs = performance.now() - since;
    await network.heal();
    await until("the worker is back", RECOVERY_MS, async () => (await lane.rows(CAME_BACK, [clock?.now])).length > 0);
    return { asked: { jobId, operation: PAYMENT, expected: PAYMENT.expected(number), attempts: 1 }, tookMs };
  } finally {
    process.kill(other, "SIGCONT");
    await trial.openGates();
  }
}

async function cutOffAll(base: Base, lane: Lane, network: Namespace, stop: AbortSignal): Promise<void> {
  const before = await emrRows(lane);
  const worker = await startWorkerIn(network, base, lane);
  const all: Asked[] = [];
  try {
    for (let number = 1; number <= ROUNDS && !stop.aborted; number++) {
      const { asked, tookMs } = await cutOff(lane, network, number);
      process.stdout.write(`cut off with a job's row held: done by another process after ${Math.round(tookMs)} ms\n`);
      all.push(asked);
    }
  } finally {
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  for (const each of all) await assertDoneOnce(lane, each);
  const totals = await assertNothingElse(lane, all, before);
  process.stdout.write(
    `\ncut off ${all.length}; operations accepted ${totals.accepted}, ended once ${totals.ended}; EMR writes ${totals.emrWrites}\n`,
  );
}

/**
 * Drops the packets of a worker in a separate network while its PostgreSQL connection still exists and locks a job's
 * row: another worker does the job, once, within 30 s. Prints a reason and returns if no network can be created.
 */
export async function cutoff(stop: AbortSignal): Promise<void> {
  const problem = await namespaceProblem();
  if (problem) {
    process.stdout.write(`passed over: ${problem}\n`);
    return;
  }
  const network = await makeNamespace();
  try {
    const base = await startBase();
    try {
      await listenTo(base, network);
      const lane = await startLane(base, "crc_lane_0");
      await cutOffAll(base, lane, network, stop).finally(() => lane.stop());
    } finally {
      await base.stop();
    }
  } finally {
    await network.remove();
  }
}
