import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { closeSingletons } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { testDatabase } from "#lib/testing/test-database";
import { dropLoginRoles } from "./drop-login-roles.ts";
import { LOGIN_ROLE_SETTINGS, loginRole } from "./login-roles.ts";
import { type Transaction, withTenant } from "./tenant.ts";
import { DatabaseUnavailable } from "./unavailable.ts";
import { withoutTenant } from "./without-tenant.ts";

const database = testDatabase();
const aTenant = () => ({ organizationId: newId(), linkedAccountId: newId() });
const TIMEOUTS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] as const;

/** Returns the settings of a session at a connection string. */
async function settingsAt(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; value: string }>(
      "SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name",
      [TIMEOUTS],
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  } finally {
    await client.end();
  }
}

it("limit the application's and the simulator's sessions, and not the owner's", async () => {
  const bound = { statement_timeout: "10s", lock_timeout: "8s", idle_in_transaction_session_timeout: "10s" };
  expect(await settingsAt(database.appUrl)).toEqual(bound);
  expect(await settingsAt(database.sandboxUrl)).toEqual(bound);
  expect(await settingsAt(database.ownerUrl)).toEqual(Object.fromEntries(TIMEOUTS.map((name) => [name, "0"])));
});

it("get missing settings back at the next start", async () => {
  const encryptionKey = randomBytes(32).toString("base64url");
  const { name } = loginRole("crc_app", encryptionKey);
  await migrate(database.ownerUrl, { encryptionKey });
  await database.asOwner(`ALTER ROLE ${name} RESET tcp_user_timeout`);
  await migrate(database.ownerUrl, { encryptionKey });
  const given = await database.asOwner("SELECT rolconfig AS given FROM pg_roles WHERE rolname = $1", [name]);
  await dropLoginRoles(database.ownerUrl, [encryptionKey]);
  // The migration with another key has locked out the roles of this database's key.
  await migrate(database.ownerUrl, { encryptionKey: database.encryptionKey });
  const all = Object.entries(LOGIN_ROLE_SETTINGS).map(([setting, value]) => `${setting}=${value}`);
  expect(given).toEqual([{ given: expect.arrayContaining(all) }]);
});

/** Lowers one timeout for the application's later sessions in this database. */
async function hurry(setting: (typeof TIMEOUTS)[number], ms: number): Promise<void> {
  const [role, name] = [new URL(database.appUrl).username, new URL(database.ownerUrl).pathname.slice(1)];
  const there = `ALTER ROLE "${role}" IN DATABASE ${name}`;
  await database.asOwner(`${there} RESET ALL`);
  await database.asOwner(`${there} SET ${setting} = ${ms}`);
  await closeSingletons();
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (error instanceof DatabaseUnavailable ? `${error.code}, saved: ${error.saved}` : error),
  );

it("distinguish timeouts of statements, locks and transactions", { tags: "long" }, async () => {
  await hurry("statement_timeout", 500);
  const slow = sql`SELECT pg_sleep(20)`;
  expect(await failureOf(withTenant(aTenant(), (tx) => tx.execute(slow)))).toBe("57014, saved: nothing");
  expect(await failureOf(withoutTenant(slow))).toBe("57014, saved: nothing");

  await hurry("lock_timeout", 50);
  const taking = withTenant(aTenant(), async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(1)`);
    return failureOf(withTenant(aTenant(), (other) => other.execute(sql`SELECT pg_advisory_xact_lock(1)`)));
  });
  expect(await taking).toBe("55P03, saved: nothing");

  await hurry("idle_in_transaction_session_timeout", 500);
  const idle = withTenant(aTenant(), async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await expect
      .poll(() => database.asOwner("SELECT FROM pg_stat_activity WHERE pid = $1", [rows[0]?.pid]), { timeout: 10_000 })
      .toEqual([]);
    await tx.execute(sql`SELECT 1`);
  });
  expect(await failureOf(idle)).toMatch(/saved: nothing$/);
});

it("allow a transaction the time that it requests", { tags: "long" }, async () => {
  await hurry("statement_timeout", 500);
  const slow = (tx: Transaction) => tx.execute(sql`SELECT pg_sleep(1)`);
  expect(await failureOf(withTenant(aTenant(), slow, { maxMs: 20_000 }))).toBe("done");
  expect(await failureOf(withTenant(aTenant(), slow))).toBe("57014, saved: nothing");
});
