import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { drawAsOf } from "#lib/db/as-of";
import { type GroupRole, loginRole, urlAs } from "#lib/db/login-roles";
import { primaryUrl } from "#lib/db/primary";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { storeClaims } from "#lib/resources/claims/sync";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { newDataDir } from "../support/product.ts";

/** Several deployments share the server, each with its own connections. */
const SETTINGS = { max_connections: "400" };

const READ_MS = 10_000;

/** One PostgreSQL with a database of one small, synchronized clinic, from which the lanes' databases are copied. */
export interface Base {
  /** Folder for the output of the lanes' processes, removed with the base. */
  folder: string;
  ownerUrl: string;
  clinic: TestAccount;
  /** Request headers of an admin of the clinic, without the host. */
  admin: Record<string, string>;
  /** Variables of a serving process besides those of its database. */
  secrets: { ENCRYPTION_KEY: string; AUTH_SECRET: string };
  /** Copies the database. Returns the owner's URL and the variables of a process that uses it. */
  copy(name: string): Promise<{ ownerUrl: string; variables: Record<string, string> }>;
  /** Stops PostgreSQL despite open connections, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const onDatabase = (url: string, database: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
};

/** Returns a time zone where it is about noon now, so that the nightly sync does not do a trial's work. */
function zoneAtNoon(now = new Date()): string {
  const hours = 12 - now.getUTCHours();
  // The sign of these names is inverted: Etc/GMT-1 is UTC+1.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** Returns the owner's connections to a database. Those that are idle when PostgreSQL stops end with it. */
export function ownerPool(connectionString: string): pg.Pool {
  const owner = new pg.Pool({ connectionString });
  owner.on("error", () => undefined);
  return owner;
}

/** Runs the application's code in this process, which is no part of the product afterwards. */
export async function inThisProcess<Result>(
  variables: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  // An earlier proof in this process had another base and other keys.
  for (const name of ["environment", "secret-box"]) forgetSingleton(name);
  try {
    return await work();
  } finally {
    await closeSingletons();
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    forgetSingleton("environment");
  }
}

/** Creates the clinic with its claims. */
async function makeClinic(): Promise<Pick<Base, "clinic" | "admin">> {
  const clinic = await openClinic();
  const emr = sandboxEmr(clinic.tenant.linkedAccountId);
  const { claims } = await emr.listClaims({}, AbortSignal.timeout(READ_MS));
  await withTenant(clinic.tenant, async (tx) => {
    await storeClaims(tx, clinic.tenant, { claims, asOf: await drawAsOf(tx), since: new Date() });
    await tx.update(linkedAccount).set({ timezone: zoneAtNoon(), syncIntervalMinutes: 0 });
  });
  const { host: _chosenLater, ...admin } = await signIn(clinic, "admin");
  return { clinic, admin };
}

/** Where a base stands: a PostgreSQL, or several of which one takes writes. */
export interface BaseServer extends Pick<Base, "folder" | "restart" | "stop"> {
  /** URL of the owner. */
  url: string;
}

/** Starts PostgreSQL in a folder, by default a temporary one, with the settings that the product uses. */
export async function startBase(folder?: string): Promise<Base> {
  const dataDir = folder ?? (await newDataDir());
  let server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  return baseOn({
    folder: dataDir,
    url: server.url,
    async restart() {
      await server.stop();
      server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}

/** Makes a base on a server with an empty database, which stops with it. */
export async function baseOn({ folder, url, restart, stop }: BaseServer): Promise<Base> {
  try {
    const secrets = {
      ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
      AUTH_SECRET: randomBytes(32).toString("base64url"),
    };
    await migrate(await primaryUrl(url), { encryptionKey: secrets.ENCRYPTION_KEY });
    const urlOf = (group: GroupRole, database: string) =>
      urlAs(onDatabase(url, database), loginRole(group, secrets.ENCRYPTION_KEY));
    const variablesFor = (database: string) => ({
      APP_DATABASE_URL: urlOf("crc_app", database),
      SANDBOX_DATABASE_URL: urlOf("crc_sandbox", database),
    });
    const source = new URL(url).pathname.slice(1);
    const made = await inThisProcess({ ...secrets, ...variablesFor(source) }, makeClinic);
    return {
      folder,
      ownerUrl: url,
      ...made,
      secrets,
      async copy(name) {
        const admin = new pg.Client({ connectionString: onDatabase(await primaryUrl(url), "postgres") });
        await admin.connect();
        try {
          await admin.query(`CREATE DATABASE ${name} TEMPLATE ${admin.escapeIdentifier(source)}`);
        } finally {
          await admin.end();
        }
        return { ownerUrl: onDatabase(url, name), variables: variablesFor(name) };
      },
      restart,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
