import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { migrate } from "./migrate.ts";

const database = testDatabase();

const MIGRATIONS = join(import.meta.dirname, "../db/migrations");

const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
  readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8"),
);

/** Timestamps of the first and the last but one of the migrations that the baseline replaces, and of the last. */
const [FIRST, BEFORE_LAST, LAST] = [1_795_380_991_943, 1_795_835_644_447, 1_795_836_368_479];

/** Notes that these migrations have run on a database, instead of those that have. */
async function note(client: pg.Client, times: number[]): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
    DELETE FROM drizzle.__drizzle_migrations`);
  for (const at of times) {
    await client.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1)", [at]);
  }
}

/** Creates an empty database, which is dropped at the end of the test. Returns its owner's URL, and a connection to it. */
async function emptyDatabase(name: string): Promise<{ ownerUrl: string; client: pg.Client }> {
  await database.asOwner(`CREATE DATABASE ${name}`);
  const url = new URL(database.ownerUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.asOwner(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { ownerUrl: url.toString(), client };
}

const notedIn = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query<{ at: string }>(
    "SELECT created_at AS at FROM drizzle.__drizzle_migrations ORDER BY id",
  );
  return rows.map(({ at }) => Number(at));
};

const objectsIn = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'queue')
     UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'queue')
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

it.each([
  ["the baseline's first migration", [FIRST]],
  ["all but the last", [FIRST, BEFORE_LAST]],
  ["none of them, as a version that was never released", [FIRST - 1_000]],
  ["a later one without those before", [FIRST, LAST + 1_000]],
])("refuses a database of an earlier version in one line, and changes nothing: it has %s", async (_, times) => {
  const { ownerUrl, client } = await emptyDatabase("crc_earlier");
  await note(client, times);
  await client.query("CREATE TABLE job (id bigint PRIMARY KEY)");
  const before = await objectsIn(client);
  await expect(migrate(ownerUrl, { encryptionKey: database.encryptionKey })).rejects.toThrow(
    /^it has the tables of an earlier version, from which this one cannot migrate: start the version of commit [0-9a-f]{8} on it first, then this one\. Nothing was changed$/,
  );
  expect(await objectsIn(client)).toEqual(before);
  expect(await notedIn(client)).toEqual(times);
});

/** Creates a database of the last version before the baseline. */
async function lastBefore(name: string): Promise<{ ownerUrl: string; client: pg.Client }> {
  const { ownerUrl, client } = await emptyDatabase(name);
  for (const { tag } of journal.entries.filter(({ when }) => when <= LAST)) {
    await client.query(readFileSync(join(MIGRATIONS, `${tag}.sql`), "utf8"));
  }
  // What the next migration removes.
  await client.query(`
    CREATE TABLE queue.last_upkeep (at timestamptz NOT NULL);
    CREATE FUNCTION queue.is_kept() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
    CREATE FUNCTION queue.enter_former() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
    CREATE FUNCTION queue.give_former() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
  await note(client, [FIRST, BEFORE_LAST, LAST]);
  return { ownerUrl, client };
}

it("goes on from the last version before the baseline", async () => {
  const { ownerUrl, client } = await lastBefore("crc_last_before");
  const { encryptionKey } = database;
  await client.query(
    "INSERT INTO queue.entry (queue, id, data, group_id) VALUES ('mails', gen_random_uuid(), '{}', 'a')",
  );
  await migrate(ownerUrl, { encryptionKey });
  const later = journal.entries.map(({ when }) => when).filter((when) => when > LAST);
  expect(await notedIn(client)).toEqual([FIRST, BEFORE_LAST, LAST, ...later]);
  const fresh = await emptyDatabase("crc_fresh");
  await migrate(fresh.ownerUrl, { encryptionKey });
  expect(await objectsIn(client)).toEqual(await objectsIn(fresh.client));
  expect((await client.query("SELECT FROM queue.entry")).rowCount).toBe(1);
});

it("is tried again if PostgreSQL ends it to let a request go on that locks the same tables in another order", async () => {
  const { ownerUrl, client } = await lastBefore("crc_deadlock");
  // The migration, not this request, is the one that finds out.
  await client.query("ALTER DATABASE crc_deadlock SET deadlock_timeout = '2s'");
  await client.query("SET deadlock_timeout = '60s'");
  await client.query("BEGIN");
  await client.query("SELECT FROM linked_account");
  const migrated = migrate(ownerUrl, { encryptionKey: database.encryptionKey });
  const waits = "SELECT FROM pg_locks WHERE relation = 'linked_account'::regclass AND NOT granted";
  await expect.poll(async () => (await client.query(waits)).rowCount, { interval: 20, timeout: 20_000 }).toBe(1);
  // Locked by the migration since it has added a queue.
  await client.query("SELECT FROM queue.entry");
  await client.query("COMMIT");
  await migrated;
  expect((await notedIn(client)).at(-1)).toBe(journal.entries.at(-1)?.when);
});

it("accepts a database with migrations of a later version", async () => {
  const { ownerUrl, encryptionKey } = database;
  const later = Date.now() + 86_400_000;
  await database.asOwner("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1)", [later]);
  await expect(migrate(ownerUrl, { encryptionKey })).resolves.toHaveProperty("appUrl");
});
