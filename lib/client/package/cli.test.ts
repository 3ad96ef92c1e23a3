/** @module-tag long */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as inbox from "#app/api/webhooks/inbox/route.ts";
import * as changes from "#app/v1/changes/route.ts";
import * as redeliver from "#app/v1/events/[id]/redeliver/route.ts";
import * as redeliverRange from "#app/v1/events/redeliver/route.ts";
import * as stream from "#app/v1/events/stream/route.ts";
import * as patients from "#app/v1/patients/route.ts";
import * as payments from "#app/v1/payments/route.ts";
import * as behavior from "#app/v1/sandbox/behavior/route.ts";
import { packageFiles } from "#lib/client/package-files";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { type RouteModule, RouteTable } from "#lib/server/routes/route-table";
import { serveRoutes } from "#lib/server/routes/serve-routes";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { cursorOfNow } from "#lib/testing/mirror";
import { oldestNode } from "#lib/testing/oldest-node";
import { testDatabase } from "#lib/testing/test-database";
import { signWebhook, verifyWebhook } from "./index.ts";

const { path: NODE } = oldestNode();
const database = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "crc-cli-"));
const closing: (() => void)[] = [];
let clinic: TestAccount;
let baseUrl = "";
const jobs = jobsOf(database, () => clinic);

async function serve(listen: RequestListener): Promise<number> {
  const server = createServer(listen).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

beforeAll(() => {
  mkdirSync(join(folder, "package"));
  for (const { name, text } of packageFiles(fileURLToPath(new URL("../../..", import.meta.url)))) {
    writeFileSync(join(folder, "package", name), text);
  }
});
beforeEach(async () => {
  clinic = await openClinic();
  const table = new RouteTable();
  const add = (path: string, module: object) => table.add(path.split("/"), module as RouteModule);
  add("v1/changes", changes);
  add("v1/events/[id]/redeliver", redeliver);
  add("v1/events/redeliver", redeliverRange);
  add("v1/events/stream", stream);
  add("api/webhooks/inbox", inbox);
  add("v1/patients", patients);
  add("v1/payments", payments);
  add("v1/sandbox/behavior", behavior);
  const missing: RequestListener = (_request, response) => response.writeHead(404).end();
  baseUrl = `http://127.0.0.1:${await serve(serveRoutes(table, null, "http://127.0.0.1", missing))}/v1`;
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Delivers the first event of a job to the console's inbox, as the runner does; from there it reaches the stream. */
async function deliver(jobId: number): Promise<void> {
  const [row] = await database.asOwner<{ envelope: { id: string } }>("SELECT envelope FROM event WHERE job_id = $1", [
    jobId,
  ]);
  const body = JSON.stringify(row?.envelope);
  const signed = await signWebhook({ id: row?.envelope.id ?? "", body }, clinic.inboxSecret);
  const address = `${baseUrl.replace("/v1", "/api/webhooks/inbox")}?account=${clinic.tenant.linkedAccountId}`;
  const headers = { "content-type": "application/json", ...signed };
  const answer = await fetch(address, { method: "POST", headers, body });
  expect(answer.status).toBeLessThan(300);
}

const CLI = join(folder, "package/cli.js");

/** The environment of the command line, and nothing else of this process's. */
function environmentOf(given: Record<string, string>): NodeJS.ProcessEnv {
  const { client_id, client_secret, access_token } = clinic.headers;
  const own = { RECORDS_URL: baseUrl, CLIENT_ID: client_id, CLIENT_SECRET: client_secret, ACCESS_TOKEN: access_token };
  return { NODE_ENV: "test", ...own, ...given };
}

/** Starts the command line as npm installs it, without a terminal. */
const records = (args: string[], given: Record<string, string> = {}): Running =>
  watched(spawn(NODE, [CLI, ...args], { env: environmentOf(given), stdio: ["ignore", "pipe", "pipe"] }));

/** Starts the command line at a pseudo terminal, whose whole screen is `out`. */
function recordsAtTerminal(args: string[]): Running {
  const command = [NODE, CLI, ...args];
  const inScript =
    process.platform === "linux"
      ? ["-qefc", `exec ${command.join(" ")}`, "/dev/null"]
      : ["-q", "/dev/null", ...command];
  return watched(
    spawn("script", inScript, {
      env: { PATH: process.env.PATH, ...environmentOf({}) },
      stdio: ["pipe", "pipe", "pipe"],
    }),
  );
}

interface Running {
  process: ChildProcess;
  /** Its output so far. */
  printed: Ended;
  ended: Promise<Ended>;
}

function watched(child: ChildProcess): Running {
  const printed: Ended = { code: null, out: "", error: "" };
  child.stdout?.on("data", (part) => {
    printed.out += part;
  });
  child.stderr?.on("data", (part) => {
    printed.error += part;
  });
  closing.push(() => child.kill("SIGKILL"));
  return { process: child, printed, ended: once(child, "close").then(([code]) => ({ ...printed, code })) };
}

interface Ended {
  code: number | null;
  out: string;
  error: string;
}

it("triggers a sample for the sandbox's first patient, and lets fields be replaced", async () => {
  const { code, out, error } = await records(["trigger", "payments:create", "--data", '{"amount":7}']).ended;
  expect([code, error]).toEqual([0, ""]);
  const { payment_id } = JSON.parse(out);
  const [row] = await database.asOwner("SELECT amount, patient_mrn FROM payment WHERE id = $1", [payment_id]);
  expect(row?.patient_mrn).toMatch(/^MRN-\d$/);
  expect(Number(row?.amount)).toBe(7);
});

it("triggers nothing in an account that is not the sandbox's", async () => {
  clinic = await makeLinkedAccount({ emrType: "fhir" });
  const { code, error } = await records(["trigger", "payments:create"]).ended;
  expect(code).toBe(1);
  expect(error).toMatch(/^records: .*sandbox/i);
  expect(
    await database.asOwner("SELECT id FROM job WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]),
  ).toEqual([]);
});

it("forwards the account's events to a local address, signed, until it is stopped", async () => {
  const secret = clinic.webhookSecret;
  const heard = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
  const port = await serve(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    heard.resolve({ headers: request.headers as Record<string, string>, body });
    response.writeHead(204).end();
  });
  const listening = records(["listen", "--forward", `http://localhost:${port}/`], { WEBHOOK_SECRET: secret });
  await once(listening.process.stdout as NodeJS.ReadableStream, "data");
  const triggered = await records(["trigger", "payments:create"]).ended;
  const { job_id, payment_id } = JSON.parse(triggered.out);
  await jobs.run(job_id);
  await deliver(job_id);
  const event = await verifyWebhook(await heard.promise, secret);
  expect(event).toMatchObject({ type: "payment.created", data: { payment_id } });
  const replayed = await records(["replay", event.id]).ended;
  expect([replayed.code, replayed.error]).toEqual([0, ""]);
  const counted = await records(["replay", "--since", "2020-01-01T00:00:00Z", "--dry-run"]).ended;
  expect(counted.out).toMatch(/^\d+ events? would be sent again\n$/);
  listening.process.kill("SIGINT");
  expect(await listening.ended).toMatchObject({ code: 0, error: "" });
});

/** Starts the command line by npx, as in the folder of an app that has installed it. */
function recordsByNpx(args: string[], given: Record<string, string>): Running {
  const app = mkdtempSync(join(folder, "app-"));
  mkdirSync(join(app, "node_modules/.bin"), { recursive: true });
  chmodSync(CLI, 0o755);
  symlinkSync(CLI, join(app, "node_modules/.bin/records"));
  writeFileSync(join(app, "package.json"), "{}");
  const env = { PATH: process.env.PATH, HOME: app, npm_config_update_notifier: "false", ...environmentOf(given) };
  const npx = spawn("npx", ["--no", "records", ...args], {
    cwd: app,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const running = watched(npx);
  // A group of its own, so that nothing is left behind if the command outlives npx.
  closing.push(() => {
    try {
      process.kill(-(npx.pid ?? 0), "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  });
  return running;
}

it("ends when the npx that started it is stopped", async () => {
  const given = { WEBHOOK_SECRET: clinic.webhookSecret };
  const listening = recordsByNpx(["listen", "--forward", "http://localhost:1/"], given);
  await expect.poll(() => listening.printed.out, { timeout: 20_000 }).toContain("Forwarding events to");
  listening.process.kill("SIGTERM");
  // The command holds npx's output open until it has ended itself.
  await listening.ended;
});

/** Triggers a payment, runs it and brings its event to the stream. Returns the job's id. */
async function paid(): Promise<number> {
  const { job_id: jobId } = JSON.parse((await records(["trigger", "payments:create"]).ended).out);
  await jobs.run(jobId);
  await deliver(jobId);
  return jobId;
}

it.each([
  [[], /^\S+Z payments:create job \d+ \w+$/m, /^\S+Z payment\.created [0-9a-f]{32}$/m],
  [
    ["--json"],
    /^\{"id":"\d+","kind":"job","job":\{.*"type":"payments:create".*\}\}$/m,
    /^\{"id":"\d+","kind":"event","event":\{.*\}\}$/m,
  ],
])("prints job states and events as they come: tail %o", async (options, state, event) => {
  const tailing = records(["tail", ...options]);
  // The stream begins with what comes after it was opened, which nothing shows.
  const printed = async () => {
    await paid();
    return tailing.printed.out;
  };
  await expect.poll(printed, { timeout: 20_000 }).toMatch(event);
  expect(tailing.printed.out).toMatch(state);
  tailing.process.kill("SIGTERM");
  expect(await tailing.ended).toMatchObject({ code: 0, error: "" });
});

it("prints what changes of the records, after a cursor: tail --changes", async () => {
  const cursor = await cursorOfNow(clinic);
  await sandboxPool().query("UPDATE sandbox.location SET phone = '1' WHERE practice_id = $1 AND id = 'LOC-1'", [
    clinic.tenant.linkedAccountId,
  ]);
  await syncAccount(clinic.tenant);
  const tailing = records(["tail", "--changes", "--kinds", "locations", "--cursor", cursor]);
  await expect
    .poll(() => tailing.printed.out, { timeout: 20_000 })
    .toMatch(/^\S+Z locations updated [0-9a-f]{32} phone$/m);
  tailing.process.kill("SIGTERM");
  expect(await tailing.ended).toMatchObject({ code: 0, error: "" });
});

it("replays the events of a range to all their targets, and none outside of it", async () => {
  await paid();
  const begin = new Date(Date.now() - 60_000).toISOString();
  const entries = async () => {
    const rows = await database.asOwner<{ count: number }>(
      `SELECT count(*)::int AS count FROM queue.entry WHERE queue = 'deliveries' AND data ->> 'linkedAccountId' = $1`,
      [clinic.tenant.linkedAccountId],
    );
    return rows[0]?.count ?? 0;
  };
  const before = await entries();
  const none = await records(["replay", "--since", "2020-01-01T00:00:00Z", "--until", "2020-01-02T00:00:00Z"]).ended;
  expect([none.code, none.out, await entries()]).toEqual([0, "0 events sent again\n", before]);
  const counted = await records(["replay", "--since", begin, "--dry-run"]).ended;
  expect([counted.out, await entries()]).toEqual(["1 event would be sent again\n", before]);
  const sent = await records(["replay", "--since", begin]).ended;
  expect([sent.code, sent.out, sent.error]).toEqual([0, "1 event sent again\n", ""]);
  expect(await entries()).toBe(before + 1);
  const wrong = await records(["replay", "--since", "yesterday"]).ended;
  expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining("created_after")]);
});

it("asks for the secret at a terminal, and does not show what is typed", async () => {
  const port = await serve((_request, response) => response.writeHead(204).end());
  const listening = recordsAtTerminal(["listen", "--forward", `http://localhost:${port}/`]);
  await expect.poll(() => listening.printed.out, { timeout: 10_000 }).toContain("Secret of the endpoint");
  listening.process.stdin?.write(`${clinic.webhookSecret}\r`);
  await expect.poll(() => listening.printed.out, { timeout: 10_000 }).toContain("Forwarding events to");
  expect(listening.printed.out).not.toContain(clinic.webhookSecret.slice(0, 12));
  // Ctrl-C, as a person ends it.
  listening.process.stdin?.write("\u0003");
  expect((await listening.ended).code).toBe(0);
});

it.each([
  [["listen", "--forward", "https://partner.example/hook"], "this machine alone"],
  [["listen", "--forward", "http://localhost:1/"], "WEBHOOK_SECRET"],
  [["trigger", "payments:refund"], "payments:create"],
  [["trigger", "payments:create", "--data", "[1]"], "JSON object"],
  [["trigger", "recall-actions:create"], "id: give it with --data"],
  [["replay"], "--since"],
  [["retry"], "no command"],
  [["tail", "--secret", "s"], "--secret"],
])("refuses %s with exit code 2 and says why", async (args, reason) => {
  const { code, error } = await records(args).ended;
  expect(error).toContain(reason);
  expect(code).toBe(2);
});

it("names what is missing in the environment, and tells refused credentials with exit code 1", async () => {
  expect(await records(["tail"], { CLIENT_ID: "", ACCESS_TOKEN: "" }).ended).toMatchObject({
    code: 2,
    error: "records: Set CLIENT_ID, ACCESS_TOKEN in the environment\n",
  });
  expect(await records(["tail"], { CLIENT_SECRET: "wrong" }).ended).toMatchObject({ code: 1, out: "" });
  expect((await records(["--help"]).ended).out).toContain("records <command>");
});
