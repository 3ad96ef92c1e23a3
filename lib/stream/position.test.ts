import { beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { appendStreamMessage } from "./message.ts";
import { type Position, parsePosition, readMessages, readNewMessages, resumeAfter, sequenceAll } from "./position.ts";

testDatabase();
let account: TestAccount;
let start: Position;

beforeEach(async () => {
  account = await makeLinkedAccount();
  start = await sequenceAll(account.tenant);
});

const job = (jobId: number) =>
  ({ job_id: jobId, type: "payments:create", status: "queued", attempt: 0, at: "2026-03-02T10:00:00.000Z" }) as const;

/** Opens a transaction that has written a message and commits on demand. */
async function openWriter(jobId: number) {
  const written = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = withTenant(account.tenant, async (tx) => {
    await appendStreamMessage(tx, account.tenant, "job", job(jobId));
    written.resolve();
    await promise;
  });
  await written.promise;
  return async () => {
    resolve();
    await done;
  };
}

const read = async (after: Position, limit = 100) => {
  const page = await readNewMessages(account.tenant, after, limit);
  const jobIds = page.messages.map(({ text }) => JSON.parse(text.split("data: ")[1] ?? "").job_id);
  return { ...page, jobIds, last: page.messages.at(-1)?.position ?? after };
};

describe("readNewMessages", () => {
  it("neither skips nor doubles a message whose transaction began earlier and commits later", async () => {
    const commitFirst = await openWriter(1);
    const commitSecond = await openWriter(2);
    await commitSecond();
    const early = await read(start);
    expect(early.jobIds).toEqual([2]);
    await commitFirst();
    const late = await read(early.last);
    expect(late.jobIds).toEqual([1]);
    expect((await read(late.last)).jobIds).toEqual([]);
    expect((await read(start)).jobIds).toEqual([2, 1]);
  });

  it("orders messages found together as they were written", async () => {
    await withTenant(account.tenant, async (tx) => {
      for (const jobId of [1, 2, 3]) await appendStreamMessage(tx, account.tenant, "job", job(jobId));
    });
    const commit = await openWriter(4);
    await commit();
    expect((await read(start)).jobIds).toEqual([1, 2, 3, 4]);
    const page = await read(start, 3);
    expect(page).toMatchObject({ jobIds: [1, 2, 3], full: true });
    expect((await read(page.last)).jobIds).toEqual([4]);
  });

  it("assigns growing whole numbers as ids", async () => {
    for (const jobId of [1, 2, 3]) await (await openWriter(jobId))();
    const { messages } = await read(start);
    expect(messages).toHaveLength(3);
    for (const { position, text } of messages) {
      const [id] = /^id: (\d+)$/m.exec(text)?.slice(1) ?? [];
      expect(parsePosition(id ?? "")).toBe(position);
    }
    const positions = messages.map(({ position }) => position);
    expect([...positions].sort((a, b) => (a < b ? -1 : 1))).toEqual(positions);
  });

  it("shows an account no message of another one", async () => {
    await (await openWriter(1))();
    const other = await makeLinkedAccount();
    const foreign = { ...account.tenant, organizationId: other.tenant.organizationId };
    for (const readAs of [readNewMessages, readMessages]) {
      expect((await readAs(other.tenant, 0n, 100)).messages).toEqual([]);
      expect((await readAs(foreign, 0n, 100)).messages).toEqual([]);
    }
    // Nor did these reads assign positions to the account's messages.
    expect((await readMessages(account.tenant, 0n, 100)).messages).toEqual([]);
    expect((await read(start)).jobIds).toEqual([1]);
  });
});

it("accepts only stream positions as ids", () => {
  expect(parsePosition("15")).toBe(15n);
  expect(parsePosition("9".repeat(30))).not.toBeNull();
  for (const text of ["", "abc", "-1", "1.5", "0x10", " 1", "9".repeat(40)]) expect(parsePosition(text)).toBeNull();
});

it("resumes after an id up to the head, and at the head after a higher one", () => {
  expect(resumeAfter(7n, 9n)).toBe(7n);
  expect(resumeAfter(9n, 9n)).toBe(9n);
  expect(resumeAfter(10n, 9n)).toBe(9n);
});
