import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { loginRole, urlAs } from "#lib/db/login-roles";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { type ReplicatedPostgres, startReplicatedPostgres } from "./replicated-postgres.ts";
import type { TestDatabase } from "./test-database.ts";

/** Starting two servers and migrating one takes longer than most hooks. */
const START_MS = 120_000;

/** A migrated, empty database on a primary of its own, with a streaming replica that the application reads from. */
export interface ReplicatedDatabase extends TestDatabase {
  readonly servers: ReplicatedPostgres;
  /** The application's URL of the replica. */
  readonly readUrl: string;
}

/**
 * Starts the servers for this test file, and points the application's environment to them until the last test. `more`
 * are further variables.
 */
export function replicatedDatabase(more: Record<string, string> = {}): ReplicatedDatabase {
  const encryptionKey = randomBytes(32).toString("base64url");
  let servers: ReplicatedPostgres | undefined;
  let variables: Record<string, string> = {};
  const started = () => {
    if (!servers) throw new Error("The database is there inside of tests and hooks only");
    return servers;
  };
  const as = (group: "crc_app" | "crc_sandbox", url: string) => urlAs(url, loginRole(group, encryptionKey));

  beforeAll(async () => {
    servers = await startReplicatedPostgres((url) => migrate(url, { encryptionKey }));
    variables = {
      APP_DATABASE_URL: as("crc_app", servers.primary.url),
      SANDBOX_DATABASE_URL: as("crc_sandbox", servers.primary.url),
      APP_DATABASE_READ_URLS: as("crc_app", servers.standby.url),
      ENCRYPTION_KEY: encryptionKey,
      AUTH_SECRET: "only-for-the-tests-of-one-run-0123456789",
      ...more,
    };
    Object.assign(process.env, variables);
    forgetSingleton("environment");
  }, START_MS);

  afterAll(async () => {
    await closeSingletons();
    for (const name of Object.keys(variables)) delete process.env[name];
    forgetSingleton("environment");
    await servers?.stop();
  }, START_MS);

  return {
    encryptionKey,
    get servers() {
      return started();
    },
    get ownerUrl() {
      return started().primary.url;
    },
    get appUrl() {
      return as("crc_app", started().primary.url);
    },
    get sandboxUrl() {
      return as("crc_sandbox", started().primary.url);
    },
    get readUrl() {
      return as("crc_app", started().standby.url);
    },
    asOwner: <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      started().primary.ask<Row>(statement, values),
  };
}
