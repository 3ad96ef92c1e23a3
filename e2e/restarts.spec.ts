import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TimelineEntry } from "#lib/job-record/model";
import { apiHeaders } from "./support/credentials.ts";
import { newDataDir, newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { EMR_LATENCY_MS, isReady, jobsIn, pay, setLatency } from "./support/product-jobs.ts";
import { expect, test } from "./support/test.ts";

const ROTATE = fileURLToPath(new URL("../lib/cli/rotate-keys.ts", import.meta.url));

test.describe.configure({ mode: "serial" });

let dataDir: string;
let product: Product | undefined;

test.beforeAll(async () => {
  dataDir = await newDemoDir();
  product = await startProduct({ dataDir });
});

test.afterAll(async () => {
  await product?.stop();
  await removeDataDir(dataDir);
});

test("a second launcher on the same data reports it and does not disturb the first", { tag: "@long" }, async () => {
  if (!product) throw new Error("Not started");
  await expect(startProduct({ dataDir })).rejects.toThrow(/Already running: process \d+/);
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

/** Kills PostgreSQL's main process. Returns a function that waits until the launcher has started it again. */
async function killPostgres(running: Product): Promise<() => Promise<void>> {
  const restarts = () => running.output().split("PostgreSQL had ended; it was started again").length;
  // An earlier test may have killed it before.
  const before = restarts();
  process.kill(await postmasterPid(), "SIGKILL");
  return async () => {
    // Until then the product may be ready still, by connections that outlive the main process for a moment.
    await expect.poll(restarts, { timeout: 20_000 }).toBe(before + 1);
    await expect.poll(() => isReady(running), { timeout: 20_000 }).toBe(true);
  };
}

test("messages sent on a stream survive a kill of PostgreSQL right afterwards", { tag: "@long" }, async () => {
  if (!product) throw new Error("Not started");
  const running = product;
  await setLatency(running, EMR_LATENCY_MS);
  const [, begin = ""] = /^id: (\d+)$/m.exec(await readStreamUntil(running, null, "id: ")) ?? [];
  const jobId = await pay(running, 1);
  const text = await readStreamUntil(running, begin, '"status":"running"');
  const restarted = await killPostgres(running);
  const [queued, started] = [...text.matchAll(/^id: (\d+)$/gm)].slice(-2).map(([, id]) => id ?? "");
  expect(text).toContain(`"job_id":${jobId}`);
  await restarted();
  expect(await readStreamUntil(running, queued ?? null, '"status":"running"')).toContain(`id: ${started}\n`);
  await setLatency(running, 0);
  await expect.poll(() => jobsIn(running, "completed"), { timeout: 30_000 }).toContain(jobId);
});

test("a killed PostgreSQL restarts by itself, and work continues", { tag: "@long" }, async () => {
  if (!product) throw new Error("Not started");
  const running = product;
  const restarted = await killPostgres(running);
  await restarted();
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

test("a start right after SIGTERM waits for the stopping launcher", { tag: "@long" }, async () => {
  if (!product) throw new Error("Not started");
  const stopping = product.stop();
  product = await startProduct({ dataDir });
  expect(await stopping).toBe(0);
  expect(await isReady(product)).toBe(true);
});

test("a process with a grace says at once that it is not ready, and answers until the grace ends", {
  tag: "@long",
}, async () => {
  await product?.stop();
  // Far longer than the test: it ends by the end of the launcher.
  const leaving = await startProduct({ dataDir, variables: { STOP_GRACE_SECONDS: "60" } });
  const ended = leaving.stop();
  const ready = async () => {
    const answer = await fetch(`${leaving.demo.console_url}/api/ready`);
    return [answer.status, await answer.json()];
  };
  const stopping = { message: "the process is stopping" };
  await expect.poll(ready).toEqual([503, expect.objectContaining(stopping)]);
  const answer = await fetch(`${leaving.demo.base_url}/visit-statuses`, { headers: apiHeaders(leaving.demo) });
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(leaving.process.exitCode).toBeNull();
  await leaving.kill("launcher");
  await ended;
  product = await startProduct({ dataDir, variables: { STOP_GRACE_SECONDS: "1" } });
  const asked = Date.now();
  expect(await product.stop()).toBe(0);
  expect(Date.now() - asked).toBeGreaterThanOrEqual(1_000);
  product = await startProduct({ dataDir });
});

test("a start succeeds after a SIGKILL of the launcher alone", { tag: "@long" }, async () => {
  if (!product) throw new Error("Not started");
  const { demo } = product;
  await product.kill("launcher");
  product = await startProduct({ dataDir, port: Number(new URL(demo.console_url).port) });
  expect(await isReady(product)).toBe(true);
});

test("a start succeeds after a SIGKILL of the whole group, while the database still runs", {
  tag: "@long",
}, async () => {
  if (!product) throw new Error("Not started");
  const { demo } = product;
  await product.kill();
  product = await startProduct({ dataDir });
  expect(await isReady(product)).toBe(true);
  expect(product.demo.organizations).toEqual(demo.organizations);
});

test("every later start takes a new encryption key, and a start with the old one changes nothing", {
  tag: "@long",
}, async () => {
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

  const stale = startProduct({ dataDir, variables: { ENCRYPTION_KEY: old } });
  await expect(stale).rejects.toThrow(/sealed with a key other than ENCRYPTION_KEY/);
  product = await startProduct({ dataDir });
  const running = product;
  const jobId = await pay(running, 2);
  // The webhook is signed with a secret that the new key decrypts.
  const deliveries = async () => {
    const answer = await fetch(`${running.demo.base_url}/jobs/${jobId}`, { headers: apiHeaders(running.demo) });
    const { timeline } = ((await answer.json()) as { job: { timeline: TimelineEntry[] } }).job;
    return timeline.filter(({ kind }) => kind === "delivery").map(({ detail }) => [detail?.target, detail?.status]);
  };
  await expect.poll(deliveries, { timeout: 20_000 }).toEqual([["inbox", "succeeded"]]);
});

test("a failing start prints its reason in one line and leaves nothing else", { tag: "@long" }, async () => {
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
        ...(asked && { port: asked }),
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
