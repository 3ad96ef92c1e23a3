import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TimelineEntry } from "#lib/jobs/record/model";
import { apiHeaders, headersOfAccounts } from "./support/credentials.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

const ROTATE = fileURLToPath(new URL("../lib/cli/rotate-keys.ts", import.meta.url));
/** Port 0 selects a free port, which demo.json records. */
const ANY_PORT = 0;

test.describe.configure({ mode: "serial" });

let dataDir: string;
let product: Product | undefined;

test.beforeAll(async () => {
  dataDir = await newDataDir();
});

test.afterAll(async () => {
  await product?.stop();
  await removeDataDir(dataDir);
});

async function isReady({ demo }: Product): Promise<boolean> {
  return (await fetch(`${demo.console_url}/api/ready`)).status === 200;
}

/** Returns whether any process of a process group is left. */
function groupRuns(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

function pidOf({ process: child }: Product): number {
  if (child.pid === undefined) throw new Error("The product has no process");
  return child.pid;
}

test("a first start creates secrets, data and demo.json, and prints a sign-in and a payment", async () => {
  product = await startProduct({ dataDir, port: ANY_PORT });
  expect(await isReady(product)).toBe(true);
  expect((await stat(join(dataDir, "demo.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
  expect(product.demo.organizations.map(({ name }) => name)).toEqual([
    "Riverside Family Medicine",
    "Lakeside Pediatrics",
  ]);
  const user = product.demo.organizations[0]?.users[0];
  expect(product.output()).toContain(`${user?.email}  ${user?.password}`);
  expect(product.output()).toContain(`curl -X POST ${product.demo.base_url}/payments`);
});

test("printed links contain the port in use", async () => {
  const { demo } = product as Product;
  const origin = "https://portal.example";
  const post = (path: string, body: unknown) =>
    fetch(`${demo.base_url}${path}`, {
      method: "POST",
      headers: { ...apiHeaders(demo), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/embed/origins", { origin });
  const made = await post("/embed/sessions", { view: "jobs", origin, actor: { id: "7", name: "Robin" } });
  const { url } = (await made.json()) as { url: string };
  expect(new URL(url).origin).toBe(demo.console_url);
});

/** Streams per account of the demo: the maximum that one caller may hold open. */
const STREAMS_OF_EACH = 50;
const JOBS = 20;
/** Longer than the grace period of running jobs at shutdown. */
const EMR_LATENCY_MS = 6_000;
let accepted: number[] = [];

async function setLatency({ demo }: Product, latency_ms: number): Promise<void> {
  const answer = await fetch(`${demo.base_url}/sandbox/behavior`, {
    method: "PATCH",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ latency_ms }),
  });
  expect(answer.status).toBe(200);
}

async function pay({ demo }: Product, number: number): Promise<number> {
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  const first = async (list: string) =>
    (await (await fetch(`${demo.base_url}/${list}?limit=1`, { headers })).json())[list][0];
  const [patient, location] = await Promise.all([first("patients"), first("locations")]);
  const body = { patient_mrn: patient.mrn, payment_method: "Cash", location: location.emr_id, amount: 5 };
  const answer = await fetch(`${demo.base_url}/payments`, {
    method: "POST",
    headers,
    body: JSON.stringify({ ...body, reference_number: `STOP-${number}` }),
  });
  expect(answer.status).toBe(202);
  return (await answer.json()).job_id;
}

const jobsIn = async ({ demo }: Product, status: string): Promise<number[]> => {
  const answer = await fetch(`${demo.base_url}/jobs?status=${status}&limit=500`, { headers: apiHeaders(demo) });
  return (await answer.json()).jobs.map(({ job_id }: { job_id: number }) => job_id);
};

test("SIGTERM ends everything within 10 s, with 200 open streams and running jobs", async () => {
  if (!product) throw new Error("Not started");
  const started = product;
  const streams = await Promise.all(
    headersOfAccounts(started.demo).flatMap((headers) =>
      Array.from({ length: STREAMS_OF_EACH }, async () => {
        const stream = await fetch(`${started.demo.base_url}/events/stream`, { headers });
        expect(stream.status).toBe(200);
        const reader = stream.body?.getReader();
        await reader?.read();
        return reader;
      }),
    ),
  );
  expect(streams).toHaveLength(200);
  await setLatency(started, EMR_LATENCY_MS);
  accepted = await Promise.all(Array.from({ length: JOBS }, (_, number) => pay(started, number)));
  await expect.poll(() => jobsIn(started, "running")).not.toEqual([]);

  const asked = Date.now();
  expect(await product.stop()).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect(groupRuns(pidOf(product))).toBe(false);
  // Each stream ended regularly: a read of a stream that was cut off would throw.
  for (const reader of streams) {
    while (!(await reader?.read())?.done) expect(reader).toBeDefined();
  }
  await expect(fetch(`${product.demo.console_url}/api/health`)).rejects.toThrow();
});

test("a second start is ready within 5 s and keeps every credential", async () => {
  const before = product?.demo.organizations;
  const asked = Date.now();
  product = await startProduct({ dataDir, port: ANY_PORT });
  expect(Date.now() - asked).toBeLessThan(5_000);
  expect(product.demo.organizations).toEqual(before);
  const response = await fetch(`${product.demo.base_url}/visit-statuses`, { headers: apiHeaders(product.demo) });
  expect(response.status).toBe(200);
});

test("jobs that ran at the end are done once after the next start, within 30 s", async () => {
  if (!product) throw new Error("Not started");
  const started = product;
  await setLatency(started, 0);
  const left = async () => [...(await jobsIn(started, "queued")), ...(await jobsIn(started, "running"))];
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  const completed = await jobsIn(started, "completed");
  expect(accepted.filter((jobId) => !completed.includes(jobId))).toEqual([]);
  const writes = await fetch(`${started.demo.base_url}/sandbox/writes?job_id=${accepted[0]}`, {
    headers: apiHeaders(started.demo),
  });
  expect((await writes.json()).writes).toHaveLength(1);
});

test("a second launcher on the same data reports it and does not disturb the first", async () => {
  if (!product) throw new Error("Not started");
  await expect(startProduct({ dataDir, port: ANY_PORT })).rejects.toThrow(/Already running: process \d+/);
  expect(await isReady(product)).toBe(true);
});

/**
 * Opens a stream of the demo's account after `lastEventId`. Returns its text up to the first occurrence of `wanted`.
 */
async function readStreamUntil({ demo }: Product, lastEventId: string | null, wanted: string): Promise<string> {
  const resumed: Record<string, string> = lastEventId === null ? {} : { "last-event-id": lastEventId };
  const end = new AbortController();
  const headers = { ...apiHeaders(demo), ...resumed };
  const stream = await fetch(`${demo.base_url}/events/stream`, { headers, signal: end.signal });
  let text = "";
  for await (const bytes of stream.body ?? []) {
    text += Buffer.from(bytes).toString();
    if (text.includes(wanted)) break;
  }
  end.abort();
  return text;
}

const postmasterPid = async () =>
  Number.parseInt(await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8"), 10);

test("messages sent on a stream survive a kill of PostgreSQL right afterwards", async () => {
  if (!product) throw new Error("Not started");
  const running = product;
  await setLatency(running, EMR_LATENCY_MS);
  const [, begin = ""] = /^id: (\d+)$/m.exec(await readStreamUntil(running, null, "id: ")) ?? [];
  const jobId = await pay(running, JOBS + 1);
  const text = await readStreamUntil(running, begin, '"status":"running"');
  process.kill(await postmasterPid(), "SIGKILL");
  const [queued, started] = [...text.matchAll(/^id: (\d+)$/gm)].slice(-2).map(([, id]) => id ?? "");
  expect(text).toContain(`"job_id":${jobId}`);
  await expect.poll(() => isReady(running), { timeout: 20_000 }).toBe(true);
  expect(await readStreamUntil(running, queued ?? null, '"status":"running"')).toContain(`id: ${started}\n`);
  await setLatency(running, 0);
  await expect.poll(() => jobsIn(running, "completed"), { timeout: 30_000 }).toContain(jobId);
});

test("a killed PostgreSQL restarts by itself, and work continues", async () => {
  if (!product) throw new Error("Not started");
  const running = product;
  const restarts = () => running.output().split("PostgreSQL had ended; it was started again").length;
  // An earlier test may have killed it before.
  const before = restarts();
  process.kill(await postmasterPid(), "SIGKILL");
  await expect.poll(restarts, { timeout: 20_000 }).toBe(before + 1);
  await expect.poll(() => isReady(running), { timeout: 20_000 }).toBe(true);
  const synced = await fetch(`${running.demo.base_url}/org-settings/fetch`, {
    method: "POST",
    headers: { ...apiHeaders(running.demo), "content-type": "application/json" },
    body: "{}",
  });
  expect(synced.status).toBe(202);
  const { job_execution_id } = (await synced.json()) as { job_execution_id: string };
  const job = async () => {
    const found = await fetch(`${running.demo.base_url}/jobs/${job_execution_id}`, {
      headers: apiHeaders(running.demo),
    });
    return ((await found.json()) as { job: { status: string } }).job.status;
  };
  await expect.poll(job, { timeout: 20_000 }).toBe("completed");
});

test("a start right after SIGTERM waits for the stopping launcher", async () => {
  if (!product) throw new Error("Not started");
  const stopping = product.stop();
  product = await startProduct({ dataDir, port: ANY_PORT });
  expect(await stopping).toBe(0);
  expect(await isReady(product)).toBe(true);
});

test("a start succeeds after a SIGKILL of the launcher alone", async () => {
  if (!product) throw new Error("Not started");
  const { demo } = product;
  await product.kill("launcher");
  product = await startProduct({ dataDir, port: Number(new URL(demo.console_url).port) });
  expect(await isReady(product)).toBe(true);
});

test("a start succeeds after a SIGKILL of the whole group, while the database still runs", async () => {
  if (!product) throw new Error("Not started");
  const { demo } = product;
  await product.kill();
  product = await startProduct({ dataDir, port: ANY_PORT });
  expect(await isReady(product)).toBe(true);
  expect(product.demo.organizations).toEqual(demo.organizations);
});

test("every later start takes a new encryption key, and a start with the old one changes nothing", async () => {
  if (!product) throw new Error("Not started");
  const secrets = async () =>
    JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  const { ENCRYPTION_KEY: old = "", ...others } = await secrets();
  const renewed = randomBytes(32).toString("base64url");
  expect(await product.stop()).toBe(0);
  const { stdout } = await promisify(execFile)(process.execPath, [ROTATE], {
    env: { ...process.env, DATA_DIR: dataDir, ENCRYPTION_KEY: renewed, ENCRYPTION_KEYS_PREVIOUS: old },
  });
  expect(stdout).toContain("ENCRYPTION_KEYS_PREVIOUS is no longer needed");
  expect(await secrets()).toEqual({ ...others, ENCRYPTION_KEY: renewed });

  const stale = startProduct({ dataDir, port: ANY_PORT, variables: { ENCRYPTION_KEY: old } });
  await expect(stale).rejects.toThrow(/sealed with a key other than ENCRYPTION_KEY/);
  product = await startProduct({ dataDir, port: ANY_PORT });
  const running = product;
  const jobId = await pay(running, JOBS);
  // The webhook is signed with a secret that the new key decrypts.
  const deliveries = async () => {
    const answer = await fetch(`${running.demo.base_url}/jobs/${jobId}`, { headers: apiHeaders(running.demo) });
    const { timeline } = ((await answer.json()) as { job: { timeline: TimelineEntry[] } }).job;
    return timeline.filter(({ kind }) => kind === "delivery").map(({ detail }) => [detail?.target, detail?.status]);
  };
  await expect.poll(deliveries, { timeout: 20_000 }).toEqual([["inbox", "succeeded"]]);
});

test("a failing start prints its reason in one line and leaves nothing else", async () => {
  if (!product) throw new Error("Not started");
  const { port } = new URL(product.demo.console_url);
  const refused: [string, { port?: number; variables?: Record<string, string> }, RegExp][] = [
    ["a port that is taken", { port: Number(port) }, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken: .+\n$`)],
    ["an address with a query", { variables: { PUBLIC_URL: "http://x/y?z" } }, /^PUBLIC_URL must be an origin .+\n$/],
    ["a data directory in a file", { variables: { DATA_DIR: "/dev/null/x" } }, /^DATA_DIR \/dev\/null\/x must .+\n$/],
    [
      "no secrets",
      { variables: { DATABASE_URL: "postgres://127.0.0.1:1/x" } },
      /^ENCRYPTION_KEY and AUTH_SECRET .+\n$/,
    ],
  ];
  for (const [why, { port: asked, variables }, line] of refused) {
    const other = await newDataDir();
    try {
      const failure = await startProduct({
        dataDir: other,
        port: asked ?? ANY_PORT,
        ...(variables && { variables }),
      }).then(
        () => new Error(`It started with ${why}`),
        (error: Error) => error,
      );
      const [, folder = ""] = /^The product ended with 1; see (.+):\n/.exec(failure.message) ?? [];
      expect(folder, failure.message).not.toBe("");
      expect(await readFile(join(folder, "output.log"), "utf8"), why).toMatch(line);
    } finally {
      await removeDataDir(other);
    }
  }
});
