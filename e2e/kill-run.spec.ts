import { once } from "node:events";
import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { apiHeaders } from "./support/credentials.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

/** Number of kills; by hand more: KILLS=20 npm run test:e2e -- kill-run */
const KILLS = Number(process.env.KILLS ?? 2);
const PAYMENTS_PER_KILL = 20;
const RECOVERY_MS = 30_000;

let dataDir: string;
let product: Product | undefined;

test.beforeAll(async () => {
  dataDir = await newDataDir();
});

test.afterAll(async () => {
  await product?.stop();
  await removeDataDir(dataDir);
});

async function get(path: string) {
  if (!product) throw new Error("Not started");
  const answer = await fetch(`${product.demo.base_url}${path}`, { headers: apiHeaders(product.demo) });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Posts one payment. Returns its job id, or null if the process was killed before it answered. */
async function pay(mrn: string, location: string, reference: string): Promise<number | null> {
  if (!product) throw new Error("Not started");
  try {
    const answer = await fetch(`${product.demo.base_url}/payments`, {
      method: "POST",
      headers: { ...apiHeaders(product.demo), "content-type": "application/json" },
      body: JSON.stringify({
        patient_mrn: mrn,
        payment_method: "Cash",
        reference_number: reference,
        location,
        amount: 12.5,
      }),
    });
    return answer.status === 202 ? ((await answer.json()) as { job_id: number }).job_id : null;
  } catch {
    return null;
  }
}

test(`every accepted payment is completed once over ${KILLS} SIGKILLs of the whole product`, async () => {
  test.setTimeout((KILLS + 1) * 90_000);
  product = await startProduct({ dataDir, port: 0 });
  const [patient] = (await get("/patients?limit=1")).patients;
  const [location] = (await get("/locations?limit=1")).locations;
  const accepted: number[] = [];
  let unanswered = 0;
  let slowest = 0;

  for (let kill = 0; kill < KILLS; kill++) {
    const half = PAYMENTS_PER_KILL / 2;
    const pays = (count: number) =>
      Array.from({ length: count }, (_, index) => pay(patient.mrn, location.emr_id, `KILL-${kill}-${index}`));
    accepted.push(...(await Promise.all(pays(half))).filter((jobId) => jobId !== null));
    // The process dies while some of these are being accepted.
    const last = pays(half);
    await Promise.race(last);
    process.kill(-(product.process.pid ?? 0), "SIGKILL");
    await once(product.process, "exit");
    const answers = await Promise.all(last);
    accepted.push(...answers.filter((jobId) => jobId !== null));
    unanswered += answers.filter((jobId) => jobId === null).length;

    product = await startProduct({ dataDir, port: 0 });
    const ready = Date.now();
    await expect
      .poll(async () => (await get("/jobs?status=queued,running&limit=500")).jobs.length, { timeout: RECOVERY_MS })
      .toBe(0);
    slowest = Math.max(slowest, Date.now() - ready);
  }

  const { url } = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; status: string; writes: string; events: string; receipts: string }>(
    `SELECT j.id, j.status,
       (SELECT count(*) FROM sandbox.payment p JOIN sandbox.write w ON w.practice_id = p.practice_id AND w.emr_id = p.id
        WHERE w.idempotency_key::uuid = j.emr_idempotency_key) AS writes,
       (SELECT count(*) FROM event e WHERE e.job_id = j.id) AS events
     FROM job j ORDER BY j.id`,
  );
  const orphans = await client.query(
    "SELECT 1 FROM sandbox.payment p WHERE NOT EXISTS (SELECT 1 FROM payment o WHERE o.emr_transaction_id = p.id)",
  );
  const roles = await client.query<{ role: string }>(
    `SELECT DISTINCT regexp_replace(usename, '_[0-9a-f]{8}$', '') AS role FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY 1`,
  );
  await client.end();
  // The owner has disconnected after creating the tables: serving and running use these two roles alone.
  expect(roles.rows.map(({ role }) => role)).toEqual(["crc_app", "crc_sandbox"]);
  for (const row of rows) expect(row).toMatchObject({ status: "completed", writes: "1", events: "1" });
  const stored = new Set(rows.map(({ id }) => Number(id)));
  expect(accepted.filter((jobId) => !stored.has(jobId))).toEqual([]);
  expect(orphans.rowCount).toBe(0);
  process.stdout.write(
    `kills ${KILLS}; payments answered 202 ${accepted.length}, unanswered ${unanswered}; jobs ${rows.length}, ` +
      `completed ${rows.length}, EMR transactions ${rows.length}; slowest recovery ${slowest} ms after ready\n`,
  );
});
