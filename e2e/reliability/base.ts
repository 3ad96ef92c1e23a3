import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { drawAsOf } from "#lib/db/as-of";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { connectEmr } from "#lib/emr/connect";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { storeClaims } from "#lib/resources/claims/sync";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { newDataDir } from "../support/product.ts";

/** Several copies of the product share it, each with its own connections. */
const SETTINGS = { max_connections: "400" };

const READ_MS = 10_000;

/** One PostgreSQL with one small, synchronized clinic in a database that others are copied from. */
export interface Base {
  /** Where the lanes' processes leave what they say, as long as the base is there. */
  folder: string;
  ownerUrl: string;
  clinic: TestAccount;
  /** The headers of an admin's requests there, but for where they go. */
  admin: Record<string, string>;
  /** The variables of a serving process beside its database's. */
  secrets: { ENCRYPTION_KEY: string; AUTH_SECRET: string };
  /** A copy of the database, with the ways into it. */
  copy(name: string): Promise<{ ownerUrl: string; variables: Record<string, string> }>;
  /** Stops the PostgreSQL, whoever is connected, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const onDatabase = (url: string, database: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
};

/** A time zone where it is about noon now: its nightly sync, which would do a trial's work, is far away. */
function zoneAtNoon(now = new Date()): string {
  const hours = 12 - now.getUTCHours();
  // These names count westwards.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** Makes the clinic, its claims known too, with the application's own code in this process, which has no part in the product afterwards. */
async function makeClinic(variables: Record<string, string>): Promise<Pick<Base, "clinic" | "admin">> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  // Another proof of this process had a base and keys of its own.
  for (const name of ["environment", "secret-box"]) forgetSingleton(name);
  try {
    const clinic = await openClinic();
    const emr = connectEmr({ id: clinic.tenant.linkedAccountId, emrType: "sandbox" });
    const claims = await emr.listClaims({}, AbortSignal.timeout(READ_MS));
    await withTenant(clinic.tenant, async (tx) => {
      await storeClaims(tx, clinic.tenant, { claims, asOf: await drawAsOf(tx) });
      await tx.update(linkedAccount).set({ timezone: zoneAtNoon() });
    });
    const { host: _chosenLater, ...admin } = await signIn(clinic, "admin");
    return { clinic, admin };
  } finally {
    await closeSingletons();
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    forgetSingleton("environment");
  }
}

/** Starts the PostgreSQL in a temporary folder of its own, with the settings that the product runs it with. */
export async function startBase(): Promise<Base> {
  const dataDir = await newDataDir();
  let server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const secrets = {
      ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
      AUTH_SECRET: randomBytes(32).toString("base64url"),
    };
    const urls = await migrate(server.url, { encryptionKey: secrets.ENCRYPTION_KEY });
    const variablesFor = (database: string) => ({
      APP_DATABASE_URL: onDatabase(urls.appUrl, database),
      SANDBOX_DATABASE_URL: onDatabase(urls.sandboxUrl, database),
    });
    const source = new URL(server.url).pathname.slice(1);
    const made = await makeClinic({ ...secrets, ...variablesFor(source) });
    return {
      folder: dataDir,
      ownerUrl: server.url,
      ...made,
      secrets,
      async copy(name) {
        const admin = new pg.Client({ connectionString: onDatabase(server.url, "postgres") });
        await admin.connect();
        try {
          await admin.query(`CREATE DATABASE ${name} TEMPLATE ${admin.escapeIdentifier(source)}`);
        } finally {
          await admin.end();
        }
        return { ownerUrl: onDatabase(server.url, name), variables: variablesFor(name) };
      },
      async restart() {
        await server.stop();
        server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
