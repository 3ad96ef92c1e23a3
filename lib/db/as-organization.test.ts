import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { asAccount } from "./account-of-organization.ts";
import { asOrganization } from "./as-organization.ts";
import { ownOrganization } from "./own-organization.ts";
import { type Transaction, withTenant } from "./tenant.ts";
import { commitWith, type Write } from "./write.ts";

const database = testDatabase();

const [home, other, account] = [newId(), newId(), newId()];
const tenant = { organizationId: home, linkedAccountId: account };

beforeAll(async () => {
  await database.asOwner("INSERT INTO organization (id, name) VALUES ($1, 'Home'), ($2, 'Other')", [home, other]);
});

const nowOf = (tx: Transaction) =>
  tx
    .execute(sql`
      SELECT current_setting('app.organization_id') AS "organizationId", current_setting('app.linked_account_id') AS "linkedAccountId",
        (SELECT name FROM organization WHERE id = ${ownOrganization}) AS name, session_user = current_user AS "isSameRole"`)
    .then(({ rows }) => rows[0]);

const own = { ...tenant, name: "Home", isSameRole: true };

it("a transaction becomes another organization's, and its own account's again", async () => {
  await withTenant(tenant, async (tx) => {
    const there = { organizationId: other, linkedAccountId: "", name: "Other", isSameRole: true };
    await asOrganization(tx, other, async () => expect(await nowOf(tx)).toEqual(there));
    expect(await nowOf(tx)).toEqual(own);
    const another = newId();
    await asAccount(tx, another, async () => expect(await nowOf(tx)).toEqual({ ...own, linkedAccountId: another }));
    expect(await nowOf(tx)).toEqual(own);
  });
});

it("is its own again after an error that its caller handles, and the error of a refused statement is that one's", async () => {
  await withTenant(tenant, async (tx) => {
    const fail = () => Promise.reject(new Error("no such visit"));
    await expect(asOrganization(tx, other, fail)).rejects.toThrow("no such visit");
    expect(await nowOf(tx)).toEqual(own);
    await expect(asAccount(tx, newId(), fail)).rejects.toThrow("no such visit");
    expect(await nowOf(tx)).toEqual(own);
  });
  const refused = withTenant(tenant, (tx) => asOrganization(tx, other, () => tx.execute(sql`SELECT 1 / 0`)));
  await expect(refused).rejects.toMatchObject({ cause: { code: "22012" } });
});

it("refuses what is no id", async () => {
  await expect(withTenant(tenant, (tx) => asOrganization(tx, "'; --", async () => 0))).rejects.toThrow("must be UUIDs");
});

/** Returns what a statement sees, as the organization that it is of. */
function seeing(seen: unknown[], organizationId?: string): Write {
  return {
    statement: `SELECT given.id, o.name, current_setting('app.organization_id') AS tenant
      FROM json_to_recordset($1::json) AS given (id text) LEFT JOIN organization o ON o.id = $2`,
    values: [ownOrganization],
    row: { id: "it" },
    returned: (row) => seen.push([row?.name, row?.tenant]),
    ...(organizationId ? { organizationId } : {}),
  };
}

it("a statement of another organization is sent as it, together with the others and the commit", async () => {
  const seen: unknown[] = [];
  await withTenant(tenant, (tx) =>
    commitWith(tx, [
      seeing(seen),
      seeing(seen, other),
      { ...seeing(seen), statement: `${seeing([]).statement} -- last` },
    ]),
  );
  expect(seen).toEqual([
    ["Home", home],
    ["Other", other],
    ["Home", home],
  ]);
});
