import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { appendStreamMessage, wakeStreams } from "./message.ts";

const READER = fileURLToPath(new URL("../testing/stream-reader.ts", import.meta.url));
const WRITERS = 4;
const EACH = 30;

testDatabase();
let account: TestAccount;
const children: ChildProcess[] = [];

beforeEach(async () => {
  account = await makeLinkedAccount();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

interface Received {
  id: number;
  jobId: number;
}

/** Starts a process with a stream of the account. `received` grows; `until` resolves once it has `count` messages. */
async function startReader(after?: number) {
  const { organizationId, linkedAccountId } = account.tenant;
  const given = [organizationId, linkedAccountId, ...(after === undefined ? [] : [String(after)])];
  const child = spawn(process.execPath, [READER, ...given], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const received: Received[] = [];
  const opened = Promise.withResolvers<void>();
  let waiting: { count: number; resolve: () => void } | null = null;
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id, data] = /^id: (\d+)\n.*\ndata: (.*)$/.exec(block) ?? [];
      if (data) received.push({ id: Number(id), jobId: JSON.parse(data).job_id });
      else opened.resolve();
    }
    if (waiting && received.length >= waiting.count) waiting.resolve();
  });
  await opened.promise;
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      if (received.length >= count) resolve();
      else waiting = { count, resolve };
    });
  return { received, until, kill: () => kill(child) };
}

/** Every other message has no wake-up, so that only the readers' polls find it. */
const write = async (jobId: number) => {
  const { tenant } = account;
  const at = "2026-03-02T10:00:00.000Z";
  const frame = { job_id: jobId, type: "payments:create", status: "queued", attempt: 0, at } as const;
  await withTenant(tenant, (tx) => appendStreamMessage(tx, tenant, "job", frame));
  if (jobId % 2) wakeStreams(tenant.linkedAccountId);
};

it("send the same growing ids, and a killed reader resumes after its last id without a gap or a duplicate", {
  tags: "long",
}, async () => {
  const [first, second, killed] = await Promise.all([startReader(), startReader(), startReader()]);
  const writer = async (index: number) => {
    for (let jobId = index * EACH; jobId < (index + 1) * EACH; jobId++) await write(jobId);
  };
  const written = Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
  await killed.until(EACH);
  await killed.kill();
  await written;
  const most = WRITERS * EACH;
  await Promise.all([first.until(most), second.until(most)]);

  expect(first.received.map(({ jobId }) => jobId).sort((a, b) => a - b)).toEqual(
    Array.from({ length: most }, (_, n) => n),
  );
  expect(second.received).toEqual(first.received);
  const ids = first.received.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));

  const again = await startReader(killed.received.at(-1)?.id);
  await again.until(most - killed.received.length);
  expect([...killed.received, ...again.received]).toEqual(first.received);
});
