import { beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { currentPosition, type Position, parsePosition, readMessages } from "./cursor.ts";
import { appendStreamMessage } from "./message.ts";

testDatabase();
let account: TestAccount;
let start: Position;

beforeEach(async () => {
  account = await makeLinkedAccount();
  start = await currentPosition(account.tenant);
});

const job = (jobId: number) =>
  ({ job_id: jobId, type: "payments:create", status: "queued", attempt: 0, at: "2026-03-02T10:00:00.000Z" }) as const;

/** A transaction that has written its message and waits to be told to commit. */
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
  const page = await readMessages(account.tenant, after, limit);
  const jobIds = page.messages.map(({ text }) => JSON.parse(text.split("data: ")[1] ?? "").job_id);
  return { ...page, jobIds, last: page.messages.at(-1)?.position ?? after };
};

describe("readMessages", () => {
  it("neither skips nor doubles a message whose transaction began earlier and commits later", async () => {
    const commitFirst = await openWriter(1);
    const commitSecond = await openWriter(2);
    await commitSecond();
    const early = await read(start);
    expect(early).toMatchObject({ jobIds: [], held: true });
    await commitFirst();
    const late = await read(early.last);
    expect(late).toMatchObject({ jobIds: [1, 2], held: false });
    expect(await read(late.last)).toMatchObject({ jobIds: [], held: false });
  });

  it("gives the order of the transactions, and within one that of its messages", async () => {
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

  it("gives ids that are whole numbers and grow", async () => {
    for (const jobId of [1, 2, 3]) await (await openWriter(jobId))();
    const { messages } = await read(start);
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
    expect((await readMessages(other.tenant, 0n, 100)).messages).toEqual([]);
    const foreign = { ...account.tenant, organizationId: other.tenant.organizationId };
    expect((await readMessages(foreign, 0n, 100)).messages).toEqual([]);
  });
});

it("knows an id of a stream from other texts", () => {
  expect(parsePosition("7420000000015")).toBe(7420000000015n);
  expect(parsePosition(`${2n ** 64n - 1n}9999999999`)).not.toBeNull();
  for (const text of ["", "abc", "-1", "1.5", "0x10", " 1", `${2n ** 64n}0000000000`, "9".repeat(40)]) {
    expect(parsePosition(text)).toBeNull();
  }
});
