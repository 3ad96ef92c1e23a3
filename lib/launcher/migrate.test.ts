import pg from "pg";
import { expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { migrate } from "./migrate.ts";

const database = testDatabase();

/** Timestamp of the first migration of an unreleased version. */
const UNRELEASED = 1_795_257_192_476;

/** Creates a database whose migrator has recorded these timestamps. The caller must drop it. */
async function databaseNoting(name: string, times: number[]): Promise<pg.Client> {
  await database.asOwner(`CREATE DATABASE ${name}`);
  const url = new URL(database.ownerUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  await client.query(`
    CREATE SCHEMA drizzle;
    CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
    CREATE TABLE job (id bigint PRIMARY KEY)`);
  for (const at of times) {
    await client.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1)", [at]);
  }
  return client;
}

it("refuses a database of an older, unreleased shape in one line, and changes nothing", async () => {
  const { encryptionKey } = database;
  const client = await databaseNoting("crc_unreleased", [UNRELEASED, UNRELEASED + 1_000]);
  const ownerUrl = `${database.ownerUrl.slice(0, database.ownerUrl.lastIndexOf("/"))}/crc_unreleased`;
  const failure = await migrate(ownerUrl, { encryptionKey }).catch((error: Error) => error.message);
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname IN ('public', 'queue')");
  await client.end();
  await database.asOwner("DROP DATABASE crc_unreleased WITH (FORCE)");
  expect(failure).toBe(
    "it has the tables of a version that was never released, which this version cannot migrate: start with an empty database. Nothing was changed",
  );
  expect(rows).toEqual([{ tablename: "job" }]);
});

it("accepts a database with migrations of a later version", async () => {
  const { ownerUrl, encryptionKey } = database;
  const later = Date.now() + 86_400_000;
  await database.asOwner("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1)", [later]);
  await expect(migrate(ownerUrl, { encryptionKey })).resolves.toHaveProperty("appUrl");
});
