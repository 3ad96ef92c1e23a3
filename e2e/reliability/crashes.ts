import assert from "node:assert/strict";
import { once } from "node:events";
import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { type ClinicClient, clinicClient } from "../support/clinic-client.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "../support/product.ts";
import { RECOVERY_MS, until } from "./until.ts";

/** Number of crashes; CRASHES=5 for a shorter run. */
const CRASHES = Number(process.env.CRASHES ?? 20);
const PAYMENTS_PER_CRASH = 20;

/** Payments that were answered before a crash, and those that were not. */
interface Sent {
  accepted: number[];
  unanswered: number;
}

type Pay = (reference: string) => Promise<number | null>;

/** Returns a function that posts one payment: its job id, or null if the process was killed before it answered. */
async function payments(client: ClinicClient): Promise<Pay> {
  const [patient] = (await client("GET", "/patients?limit=1")).patients;
  const [location] = (await client("GET", "/locations?limit=1")).locations;
  return async (reference) => {
    const about = { patient_mrn: patient.mrn, location: location.emr_id, payment_method: "Cash", amount: 12.5 };
    try {
      return (await client("POST", "/payments", { ...about, reference_number: reference })).job_id;
    } catch {
      return null;
    }
  };
}

/** Posts payments and kills the whole product while some of them are being accepted. */
async function crash(product: Product, number: number): Promise<Sent> {
  const pay = await payments(clinicClient(product.demo));
  const half = PAYMENTS_PER_CRASH / 2;
  const pays = (count: number) => Array.from({ length: count }, (_, index) => pay(`CRASH-${number}-${index}`));
  const first = await Promise.all(pays(half));
  const last = pays(half);
  await Promise.race(last);
  process.kill(-(product.process.pid ?? 0), "SIGKILL");
  await once(product.process, "exit");
  const answers = [...first, ...(await Promise.all(last))];
  const accepted = answers.filter((jobId) => jobId !== null);
  return { accepted, unanswered: answers.length - accepted.length };
}

/** Waits until every job has ended. Returns the milliseconds that it took. */
async function recovered(client: ClinicClient): Promise<number> {
  const ready = Date.now();
  await until("all jobs ended", RECOVERY_MS, async () => {
    const { jobs } = await client("GET", "/jobs?status=queued,running&limit=500");
    return jobs.length === 0;
  });
  return Date.now() - ready;
}

/** Checks the database: each payment's job is completed, with one EMR write and one event. Returns the number of jobs. */
async function assertOnce(dataDir: string, accepted: readonly number[]): Promise<number> {
  const { url } = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; status: string; writes: string; events: string }>(
    `SELECT j.id, j.status,
       (SELECT count(*) FROM sandbox.payment p JOIN sandbox.write w ON w.practice_id = p.practice_id AND w.emr_id = p.id
        WHERE w.idempotency_key::uuid = j.emr_idempotency_key) AS writes,
       (SELECT count(*) FROM event e WHERE e.job_id = j.id) AS events
     FROM job j WHERE j.request ->> 'reference_number' LIKE 'CRASH-%' ORDER BY j.id`,
  );
  const orphans = await client.query(
    "SELECT 1 FROM sandbox.payment p WHERE NOT EXISTS (SELECT 1 FROM payment o WHERE o.emr_transaction_id = p.id)",
  );
  const roles = await client.query<{ role: string }>(
    `SELECT DISTINCT regexp_replace(usename, '_[0-9a-f]{8}$', '') AS role FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1`,
  );
  await client.end();
  // The owner has disconnected after creating the tables: serving and running use these two roles alone.
  assert.deepEqual(
    roles.rows.map(({ role }) => role),
    ["crc_app", "crc_sandbox"],
  );
  for (const row of rows) assert.deepEqual(row, { id: row.id, status: "completed", writes: "1", events: "1" });
  const stored = new Set(rows.map(({ id }) => Number(id)));
  assert.deepEqual(
    accepted.filter((jobId) => !stored.has(jobId)),
    [],
    "accepted jobs that were lost",
  );
  assert.equal(orphans.rowCount, 0, "payments in the EMR alone");
  return rows.length;
}

/**
 * Kills the whole product `count` times while it accepts payments, and starts it again: every accepted payment is
 * completed once. Returns the counts in words; rejects if a payment was lost, duplicated or too late.
 */
export async function crashRepeatedly(count: number, stop?: AbortSignal): Promise<string> {
  const dataDir = await newDemoDir();
  let product = await startProduct({ dataDir });
  const accepted: number[] = [];
  let unanswered = 0;
  let slowest = 0;
  let crashes = 0;
  try {
    for (; crashes < count && !stop?.aborted; crashes++) {
      const sent = await crash(product, crashes);
      accepted.push(...sent.accepted);
      unanswered += sent.unanswered;
      product = await startProduct({ dataDir });
      slowest = Math.max(slowest, await recovered(clinicClient(product.demo)));
    }
    const jobs = await assertOnce(dataDir, accepted);
    return (
      `crashes ${crashes}; payments answered 202 ${accepted.length}, unanswered ${unanswered}; jobs ${jobs}, ` +
      `completed ${jobs}, EMR transactions ${jobs}; slowest recovery ${slowest} ms after ready\n`
    );
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
}

/** Runs the proof `crashes` and prints its counts. */
export const crashes = async (stop: AbortSignal): Promise<void> => {
  process.stdout.write(await crashRepeatedly(CRASHES, stop));
};
