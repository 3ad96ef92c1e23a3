import { expect, it } from "vitest";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { insertRow } from "./insert-row.ts";
import { streamMessage } from "./schema.ts";
import { withTenant } from "./tenant.ts";

const database = testDatabase();

const kept = () =>
  database.asOwner<{ account: string; payload: object; created_at: Date }>(
    "SELECT replace(linked_account_id::text, '-', '') AS account, payload, created_at FROM stream_message ORDER BY seq",
  );

it("inserts given values for the current tenant, and defaults for the others", async () => {
  const tenants = [(await makeLinkedAccount()).tenant, (await makeLinkedAccount()).tenant];
  const at = new Date("2026-02-03T04:05:06.789Z");
  const before = new Date();
  const expected: { account: string; payload: object }[] = [];
  for (let round = 0; round < 12; round++) {
    for (const tenant of tenants) {
      const payload = { round, of: tenant.linkedAccountId };
      const row = { ...tenant, kind: "job" as const, payload };
      const time = [{}, { createdAt: undefined }, { createdAt: at }][round % 3];
      await withTenant(tenant, (tx) => insertRow(tx, streamMessage, { ...row, ...time }));
      expected.push({ account: tenant.linkedAccountId, payload });
    }
  }
  const rows = await kept();
  expect(rows.map(({ account, payload }) => ({ account, payload }))).toEqual(expected);
  for (const [index, { created_at: created }] of rows.entries()) {
    if (Math.floor(index / 2) % 3 === 2) expect(created).toEqual(at);
    else expect(created.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1);
  }
});

it("refuses a row of another tenant", async () => {
  const [mine, other] = [(await makeLinkedAccount()).tenant, (await makeLinkedAccount()).tenant];
  const had = (await kept()).length;
  const row = { ...other, kind: "job" as const, payload: {} };
  await expect(withTenant(mine, (tx) => insertRow(tx, streamMessage, row))).rejects.toThrow();
  expect(await kept()).toHaveLength(had);
});
