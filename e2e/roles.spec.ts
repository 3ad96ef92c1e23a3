import { once } from "node:events";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { apiHeaders } from "./support/credentials.ts";
import { freePort } from "./support/free-port.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

const START_MS = 240_000;
const RECOVERY_MS = 30_000;
const RATE_LIMIT = 100;

test.describe.configure({ mode: "serial" });

const dataDirs: string[] = [];
let postgres: EmbeddedPostgres | undefined;
let owner: pg.Client;
let webs: [Product, Product];
let workers: [Product, Product];
/** The process that seeded the database, which received the credentials. */
let seeded: Product;
/** A payment that is valid for the demo's first account. */
let payment: Record<string, unknown>;

async function aDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  dataDirs.push(dataDir);
  return dataDir;
}

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  postgres = await startEmbeddedPostgres({ dataDir: await aDataDir() });
  const { url } = postgres;
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const inbox = await freePort();
  const variables = {
    DATABASE_URL: url,
    SEED: "demo",
    ENCRYPTION_KEY: "one-deployment-of-several-processes-1",
    AUTH_SECRET: "one-deployment-of-several-processes-2",
    INTERNAL_URL: `http://127.0.0.1:${inbox}`,
    RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT),
  };
  const start = async (ROLE: string, port: number) =>
    startProduct({ dataDir: await aDataDir(), port, variables: { ...variables, ROLE } });
  // All start at once on an empty database: one prepares it, and the others wait.
  const started = await Promise.all([start("web", inbox), start("web", 0), start("worker", 0), start("worker", 0)]);
  webs = [started[0], started[1]];
  workers = [started[2], started[3]];
  const [seeder, ...more] = started.filter(({ demo }) => demo.organizations.length > 0);
  if (!seeder || more.length > 0) throw new Error("Just one process must have seeded the database");
  seeded = seeder;
  const [patient] = (await get(webs[0], "/patients?limit=1")).patients;
  const [location] = (await get(webs[0], "/locations?limit=1")).locations;
  payment = { patient_mrn: patient.mrn, payment_method: "Cash", location: location.emr_id, amount: 12.5 };
});

test.afterAll(async () => {
  await Promise.all([...(webs ?? []), ...(workers ?? [])].map((product) => product.stop()));
  await owner?.end();
  await postgres?.stop();
  for (const dataDir of dataDirs) await removeDataDir(dataDir);
});

const headers = () => apiHeaders(seeded.demo);

async function get(web: Product, path: string) {
  const answer = await fetch(`${web.demo.base_url}${path}`, { headers: headers() });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function pay(web: Product, reference: string, more: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${web.demo.base_url}/payments`, {
    method: "POST",
    headers: { ...headers(), ...more, "content-type": "application/json" },
    body: JSON.stringify({
      ...payment,
      reference_number: reference,
    }),
  });
  expect(answer.status).toBe(202);
  return (await answer.json()).job_id;
}

/** Opens a stream. `sent` returns all that it has received so far. */
async function openStream(web: Product): Promise<{ sent: () => string; close: () => void }> {
  const leave = new AbortController();
  const stream = await fetch(`${web.demo.base_url}/events/stream`, { headers: headers(), signal: leave.signal });
  expect(stream.status).toBe(200);
  let sent = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) sent += decoder.decode(chunk, { stream: true });
  };
  read().catch(() => undefined);
  await expect.poll(() => sent).not.toBe("");
  return { sent: () => sent, close: () => leave.abort() };
}

/** Returns the payloads of the messages of one kind. */
const messages = (sent: string, kind: string) =>
  [...sent.matchAll(/^event: (\w+)\ndata: (.*)$/gm)]
    .filter(([, name]) => name === kind)
    .map(([, , data]) => JSON.parse(data ?? ""));

test("four processes that start at once on an empty database create one demo", { tag: "@long" }, async () => {
  const { rows } = await owner.query("SELECT name FROM organization ORDER BY name");
  expect(rows.map(({ name }) => name)).toEqual(["Lakeside Pediatrics", "Riverside Family Medicine"]);
});

test("a stream on one web process shows a job that the other accepted and any worker ran", {
  tag: "@long",
}, async () => {
  const stream = await openStream(webs[0]);
  const jobId = await pay(webs[1], "ROLES-STREAM");
  const states = () =>
    messages(stream.sent(), "job")
      .filter((message) => message.job_id === jobId)
      .map((message) => message.status);
  await expect.poll(states).toEqual(["queued", "running", "completed"]);
  await expect
    .poll(() => messages(stream.sent(), "event").filter((event) => event.job_id === String(jobId)))
    .toMatchObject([{ type: "payment.created" }]);
  stream.close();
});

test("an Idempotency-Key holds across the web processes", { tag: "@long" }, async () => {
  const key = { "idempotency-key": "roles-once" };
  const jobs = await Promise.all(
    Array.from({ length: 12 }, (_, index) => pay(index % 2 === 0 ? webs[0] : webs[1], "ROLES-ONCE", key)),
  );
  expect(new Set(jobs).size).toBe(1);
  const { rows } = await owner.query("SELECT id FROM job WHERE request->>'reference_number' = 'ROLES-ONCE'");
  expect(rows.map(({ id }) => Number(id))).toEqual([jobs[0]]);
});

test("the rate limit counts the requests of both web processes together", { tag: "@long" }, async () => {
  test.setTimeout(90_000);
  const other = seeded.demo.organizations[1];
  if (!other) throw new Error("The demo has one organization");
  const theirs = apiHeaders({ ...seeded.demo, organizations: [other] });
  const ask = async (web: Product) => {
    const { status, headers: limits } = await fetch(`${web.demo.base_url}/visit-statuses`, { headers: theirs });
    const [remaining, reset] = ["ratelimit-remaining", "ratelimit-reset"].map((name) => Number(limits.get(name)));
    return { status, remaining: remaining ?? 0, reset: reset ?? 0 };
  };
  // The count restarts each minute: the following requests must fall into one.
  await expect.poll(async () => (await ask(webs[0])).reset, { timeout: 40_000 }).toBeGreaterThan(15);

  const [first, second] = webs;
  let answer = await ask(first);
  while (answer.remaining > RATE_LIMIT / 2) answer = await ask(first);
  await expect.poll(async () => (await ask(second)).remaining).toBeLessThan(RATE_LIMIT / 2);
  do answer = await ask(second);
  while (answer.status === 200 && answer.remaining > 0);
  await expect.poll(async () => (await ask(second)).status).toBe(429);
  await expect.poll(async () => (await ask(first)).status).toBe(429);
  expect((await ask(second)).reset).toBeGreaterThan(0);
});

test("another worker takes over the jobs of a killed worker", { tag: "@long" }, async () => {
  test.setTimeout(RECOVERY_MS + 60_000);
  const [killed, survivor] = workers;
  const signal = ({ process: { pid = 0 } }: Product, name: NodeJS.Signals) => process.kill(-pid, name);
  // The survivor is stopped until the other has a running job, so that the other is certainly killed during its work.
  signal(survivor, "SIGSTOP");
  try {
    const paid = Promise.all(
      Array.from({ length: 12 }, (_, index) => pay(index % 2 === 0 ? webs[0] : webs[1], "ROLES-KILL")),
    );
    // A job may run for less than the usual pause between two looks, and be over before the last one is accepted.
    await expect
      .poll(async () => (await owner.query("SELECT 1 FROM job WHERE status = 'running'")).rowCount, {
        intervals: [20],
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    signal(killed, "SIGKILL");
    await once(killed.process, "exit");
    await paid;
  } finally {
    signal(survivor, "SIGCONT");
  }
  const unfinished = () => owner.query("SELECT 1 FROM job WHERE status NOT IN ('completed', 'failed')");
  await expect.poll(async () => (await unfinished()).rowCount, { timeout: RECOVERY_MS }).toBe(0);

  const { rows } = await owner.query<{ status: string; writes: string; events: string; lost: string }>(
    `SELECT j.status,
       (SELECT count(*) FROM sandbox.write w WHERE w.idempotency_key::uuid = j.emr_idempotency_key) AS writes,
       (SELECT count(*) FROM event e WHERE e.job_id = j.id) AS events,
       (SELECT count(*) FROM job_attempt a WHERE a.job_id = j.id AND a.outcome = 'lost') AS lost
     FROM job j WHERE j.request->>'reference_number' = 'ROLES-KILL'`,
  );
  expect(rows).toHaveLength(12);
  for (const row of rows) expect(row).toMatchObject({ status: "completed", writes: "1", events: "1" });
  expect(rows.filter(({ lost }) => lost !== "0").length).toBeGreaterThan(0);
  const receipts = () =>
    owner.query("SELECT 1 FROM event e WHERE NOT EXISTS (SELECT 1 FROM inbox_receipt r WHERE r.event_id = e.id)");
  await expect.poll(async () => (await receipts()).rowCount, { timeout: RECOVERY_MS }).toBe(0);
});

test("a worker reports its readiness on its own port", { tag: "@long" }, async () => {
  const address = /worker is ready: (http\S+\/api\/ready)/.exec(workers[1].output())?.[1] ?? "";
  const ready = await fetch(address);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ success: true, status: "ready" });
  expect((await fetch(new URL("/v1/visit-statuses", address), { headers: headers() })).status).toBe(404);
});

test("a worker without the inbox's address prints this and does not start", { tag: "@long" }, async () => {
  const dataDir = await aDataDir();
  await expect(startProduct({ dataDir, variables: { ROLE: "worker" } })).rejects.toThrow(
    /INTERNAL_URL must be set if ROLE is worker/,
  );
});
