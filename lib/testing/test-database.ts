import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";

/** Closed connections remain in PostgreSQL's list for a moment. */
const LEAK_DEADLINE_MS = 20_000;

export interface TestDatabase {
  /** The owner's URL of this file's database: for child processes that migrate or bypass row-level security. */
  ownerUrl: string;
  appUrl: string;
  sandboxUrl: string;
  encryptionKey: string;
  /** Runs a statement as the owner, without row-level security. */
  asOwner<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Creates a migrated, empty database for this test file: call it once, at the top of the file, and use the result
 * inside of tests and hooks. The application's environment points to it until the last test. Then the application's
 * pools are closed and the database is dropped; the file fails if a connection is still open, since something was
 * started and not stopped.
 */
export function testDatabase(): TestDatabase {
  let admin: pg.Client | undefined;
  let owner: pg.Pool | undefined;
  const name = `crc_test_${randomBytes(6).toString("hex")}`;
  const template = inject("template");
  const urls = {
    ownerUrl: onDatabase(template.ownerUrl, name),
    appUrl: onDatabase(template.appUrl, name),
    sandboxUrl: onDatabase(template.sandboxUrl, name),
  };

  beforeAll(async () => {
    admin = await connect(onDatabase(template.ownerUrl, "postgres"));
    const source = admin.escapeIdentifier(new URL(template.ownerUrl).pathname.slice(1));
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
    Object.assign(process.env, {
      APP_DATABASE_URL: urls.appUrl,
      SANDBOX_DATABASE_URL: urls.sandboxUrl,
      ENCRYPTION_KEY: template.encryptionKey,
      AUTH_SECRET: "only-for-the-tests-of-one-run-0123456789",
    });
    forgetSingleton("environment");
    // A single connection keeps concurrent statements in order.
    owner = new pg.Pool({ connectionString: urls.ownerUrl, application_name: "crc-test", max: 1 });
  });

  afterAll(async () => {
    await closeSingletons();
    await owner?.end();
    const left = admin ? await connectionsLeft(admin, name) : [];
    await admin?.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin?.end();
    if (left.length > 0) throw new Error(`Still connected after the last test: ${left.join(", ")}`);
  });

  return {
    ...urls,
    encryptionKey: template.encryptionKey,
    async asOwner<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      if (!owner) throw new Error("The database is there inside of tests and hooks only");
      return (await owner.query<Row>(statement, values)).rows;
    },
  };
}

function onDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: "crc-test" });
  await client.connect();
  return client;
}

async function connectionsLeft(admin: pg.Client, database: string): Promise<string[]> {
  const deadline = Date.now() + LEAK_DEADLINE_MS;
  for (;;) {
    // Polls with pg_sleep, because PostgreSQL's list of connections has no event to wait for.
    const { rows } = await admin.query<{ connection: string }>(
      `SELECT format('%s (%s since %s, began %s): %s', application_name, state, state_change, backend_start, query) AS connection
       FROM pg_stat_activity, pg_sleep(0.02) WHERE datname = $1`,
      [database],
    );
    if (rows.length === 0 || Date.now() > deadline) return rows.map((row) => row.connection);
  }
}
