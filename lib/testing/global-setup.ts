import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#lib/launcher/migrate";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated, empty database that each test file gets a copy of, and the key that its login roles follow from. */
    template: { ownerUrl: string; appUrl: string; sandboxUrl: string; encryptionKey: string };
  }
}

/** A server that is thrown away needs no safety against a power cut. */
const QUICK = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
};

/**
 * One PostgreSQL for the whole run (TEST_DATABASE_URL, or an embedded one in a temporary directory) with one
 * migrated template database. Returns what takes both away again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const template = `crc_template_${randomBytes(4).toString("hex")}`;
  const encryptionKey = randomBytes(32).toString("base64url");
  try {
    await command(server.url, `CREATE DATABASE ${template}`);
    const ownerUrl = onDatabase(server.url, template);
    const urls = await migrate(ownerUrl, { encryptionKey });
    project.provide("template", { ownerUrl, ...urls, encryptionKey });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return async () => {
    await command(server.url, `DROP DATABASE ${template} WITH (FORCE)`);
    await server.stop();
  };
}

async function testServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), "crc-test-"));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  return {
    url,
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
