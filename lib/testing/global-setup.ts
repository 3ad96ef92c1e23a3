import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#lib/launcher/migrate";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { newDataFolder } from "./data-folder.ts";
import { beginRemembering, judgeStatements, REMEMBER_STATEMENTS } from "./statement-laws.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated, empty database that is copied for each test file, and the encryption key of its login roles. */
    template: { ownerUrl: string; appUrl: string; sandboxUrl: string; encryptionKey: string };
  }
}

/** A temporary server need not survive a power failure. */
const QUICK = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
  ...REMEMBER_STATEMENTS,
};

/**
 * Provides one PostgreSQL server for the whole run (TEST_DATABASE_URL, or an embedded one in a temporary directory)
 * with one migrated template database. Returns the teardown, which also checks the statements that an embedded server
 * has recorded.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const template = `crc_template_${randomBytes(4).toString("hex")}`;
  const encryptionKey = randomBytes(32).toString("base64url");
  try {
    await server.remember();
    await command(server.url, `CREATE DATABASE ${template}`);
    const ownerUrl = onDatabase(server.url, template);
    const urls = await migrate(ownerUrl, { encryptionKey });
    project.provide("template", { ownerUrl, ...urls, encryptionKey });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return async () => {
    try {
      await server.judge(onDatabase(server.url, template));
    } finally {
      await command(server.url, `DROP DATABASE ${template} WITH (FORCE)`);
      await server.stop();
    }
  };
}

interface TestServer {
  url: string;
  remember(): Promise<unknown>;
  /** Judges the recorded statements by the tables of a migrated database. */
  judge(migratedUrl: string): Promise<void>;
  stop(): Promise<void>;
}

async function testServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const nothing = async () => undefined;
  // The operator of another server decides whether it records statements.
  if (given) return { url: given, remember: nothing, judge: nothing, stop: nothing };
  const dataDir = await newDataFolder("crc-test-");
  const { url, stop } = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  return {
    url,
    remember: () => beginRemembering(url),
    judge: (migratedUrl) => judgeStatements(url, migratedUrl),
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function onDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

async function command(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
