import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { apiHeaders } from "./support/credentials.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

/** Port 0: any that is free; demo.json says which. */
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

/** Whether anything of a process group is left. */
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

test("a first start makes secrets, data and demo.json, and says how to sign in and to post a payment", async () => {
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

test("SIGTERM ends everything within 10 s, also with a stream open", async () => {
  if (!product) throw new Error("Not started");
  const stream = await fetch(`${product.demo.base_url}/events/stream`, { headers: apiHeaders(product.demo) });
  expect(stream.status).toBe(200);
  const reader = stream.body?.getReader();
  await reader?.read();

  const asked = Date.now();
  expect(await product.stop()).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect(groupRuns(pidOf(product))).toBe(false);
  // The server said goodbye to the stream, or cut it: either way it is over.
  await reader?.read().catch(() => undefined);
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

test("a second launcher on the same data says so and leaves the first alone", async () => {
  if (!product) throw new Error("Not started");
  await expect(startProduct({ dataDir, port: ANY_PORT })).rejects.toThrow(/Already running: process \d+/);
  expect(await isReady(product)).toBe(true);
});

test("PostgreSQL that is killed comes back by itself, and work goes on", async () => {
  if (!product) throw new Error("Not started");
  const running = product;
  const pidFile = await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8");
  process.kill(Number.parseInt(pidFile, 10), "SIGKILL");
  await expect
    .poll(() => running.output(), { timeout: 20_000 })
    .toContain("PostgreSQL had ended; it was started again");
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

test("a start right behind SIGTERM waits for the one that is stopping", async () => {
  if (!product) throw new Error("Not started");
  const stopping = product.stop();
  product = await startProduct({ dataDir, port: ANY_PORT });
  expect(await stopping).toBe(0);
  expect(await isReady(product)).toBe(true);
});

test("after a SIGKILL of the launcher alone nothing of it is in the way of the next", async () => {
  if (!product) throw new Error("Not started");
  const { demo } = product;
  await product.kill("launcher");
  product = await startProduct({ dataDir, port: Number(new URL(demo.console_url).port) });
  expect(await isReady(product)).toBe(true);
});

test("after a SIGKILL of the whole group it starts again, over the database that still runs", async () => {
  if (!product) throw new Error("Not started");
  const { demo } = product;
  await product.kill();
  product = await startProduct({ dataDir, port: ANY_PORT });
  expect(await isReady(product)).toBe(true);
  expect(product.demo.organizations).toEqual(demo.organizations);
});

test("a start that can't be says why in one line, and leaves that behind", async () => {
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
