import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { connectorOf } from "#lib/emr/connect";
import { COLLECT_EARLY, FEW_ARENAS } from "#lib/launcher/server-process";
import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { manyResources } from "#lib/testing/fhir/clinic/many";
import type { FhirHabits } from "#lib/testing/fhir/habits";
import { clinicConnection } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { type Base, inThisProcess, startBase } from "./base.ts";
import type { FhirSync } from "./fhir-sync-process.ts";
import type { FirstSyncEnd } from "./first-sync-process.ts";

const PROCESS = fileURLToPath(new URL("fhir-sync-process.ts", import.meta.url));

/** Number of SIGKILLs; KILLS=10 for a shorter run. */
const KILLS = Number(process.env.KILLS ?? 100);
/** Rows of the first sync besides those of the clinic; half of them patients. */
const ROWS = 100_000;
/** A kill follows the first of so many further pages at most: a hundred kills fit into the 500 pages. */
const MAX_PAGES = 3;
/** A kill follows the last of these pages by up to this long, so that it hits any step of storing one. */
const MAX_AFTER_MS = 150;
const MAX_BYTES = 400 * 1024 * 1024;
const VARIABLES = { SEED: "demo" };

/**
 * Two servers that page differently. `by changes`: it sorts by `_lastUpdated`, so that each page is asked for by the last
 * change before. `by links`: it keeps the pages of a search and sorts nothing, so that the reading follows its links.
 */
const SERVERS: Record<string, Partial<FhirHabits>> = {
  "by changes": {},
  "by links": { paging: "held", parameters: { _sort: "refused" } },
};

/** Returns a server with the clinic and many more. */
async function startLargeServer(habits: Partial<FhirHabits>): Promise<MedplumServer> {
  const server = await startMedplum(habits);
  const people = clinicResources(new Date()).filter(
    ({ resourceType }) => !["Patient", "Appointment", "Slot"].includes(resourceType),
  );
  await server.load(people);
  await server.load(manyResources(ROWS / 2));
  return server;
}

/** A look at the latest change, at what has changed since a moment, or for named records. */
const LOOK = /[?&](_sort=-_lastUpdated|_id=)|\?_lastUpdated=[^&]*$/;

/** Returns the requests for pages of the two large types. */
const pagesOf = ({ requests }: MedplumServer): string[] =>
  requests.filter((request) => /^GET \/(Patient|Appointment)?\?/.test(request) && !LOOK.test(request));

/**
 * Returns how often pages were asked for again, of each search: kinds are read side by side, so a kill may cost each of
 * them the page in progress. A page by a link names its search, any other one its type.
 */
function readAgain(pages: readonly string[]): number[] {
  const searches = new Map<string, string[]>();
  for (const page of pages) {
    const search = /_getpages=([\w-]+)/.exec(page)?.[1] ?? page.slice(0, page.indexOf("?"));
    searches.set(search, [...(searches.get(search) ?? []), page]);
  }
  return [...searches.values()].map((asked) => asked.length - new Set(asked).size);
}

async function finish(running: ChildProcess): Promise<FirstSyncEnd> {
  const [output, [code]] = await Promise.all([
    text(running.stdout as NonNullable<typeof running.stdout>),
    once(running, "exit"),
  ]);
  if (code !== 0) throw new Error(`The sync ended with ${code}`);
  return JSON.parse(output) as FirstSyncEnd;
}

/** Starts the process, and kills it soon after it has read a few pages. Returns whether it was killed. */
async function killOnce(start: () => ChildProcess, server: MedplumServer): Promise<boolean> {
  const before = pagesOf(server).length;
  const running = start();
  const ended = once(running, "exit");
  const pages = 1 + Math.floor(Math.random() * MAX_PAGES);
  while (running.exitCode === null && pagesOf(server).length < before + pages) await pause(5);
  await pause(Math.random() * MAX_AFTER_MS);
  running.kill("SIGKILL");
  const [, signal] = await ended;
  return signal === "SIGKILL";
}

/** Syncs all rows of a server for the first time, into a database of its own, and kills the process on the way. */
async function syncFirst(
  { base, server, way }: { base: Base; server: MedplumServer; way: string },
  kills: number,
  stop: AbortSignal,
): Promise<void> {
  const connection = clinicConnection(server.baseUrl);
  const { ownerUrl, variables } = await base.copy(`crc_fhir_sync_${way.replace(" ", "_")}_${kills}`);
  const environment = { ...base.secrets, ...variables, ...VARIABLES };
  const made = await inThisProcess(environment, async () => ({
    account: await makeLinkedAccount({ emrType: "fhir" }),
    profile: await connectorOf("fhir").probe?.(connection, {
      writeProbes: false,
      signal: new AbortController().signal,
    }),
  }));
  const { tenant } = made.account;
  const requestedAt = new Date().toISOString();
  const given = { tenant, requestedAt, baseUrl: server.baseUrl, profile: made.profile } as FhirSync;
  const start = () =>
    spawn(process.execPath, [...COLLECT_EARLY, PROCESS, JSON.stringify(given)], {
      env: { ...process.env, ...FEW_ARENAS, ...environment, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "inherit"],
    });
  server.requests.length = 0;
  let killed = 0;
  while (killed < kills && !stop.aborted && (await killOnce(start, server))) killed++;
  const { peakBytes, seconds } = await finish(start());
  await assertWhole(ownerUrl, tenant.linkedAccountId);
  const pages = pagesOf(server);
  const again = readAgain(pages);
  const rate = killed === 0 ? `; ${Math.round(seconds)} s, ${Math.round(ROWS / seconds)} rows per second` : "";
  process.stdout.write(
    `first sync of FHIR ${way}: rows ${ROWS}; kills ${killed}; pages ${pages.length}, read again ${again.reduce((sum, each) => sum + each, 0)}, ` +
      `${Math.max(...again)} of one search at most${rate}; ` +
      `peak memory ${Math.round(peakBytes / 1024 / 1024)} MB\n`,
  );
  if (killed < kills && !stop.aborted) throw new Error(`The sync ended after ${killed} kills`);
  if (Math.max(...again) > killed) throw new Error("Pages were read again without need");
  if (peakBytes > MAX_BYTES) throw new Error("The sync needs more memory than it may");
}

/**
 * Syncs 100,000 rows of FHIR servers for the first time, each once without a kill for its rate and memory, and once with
 * the process killed again and again: all end whole, and each kill makes at most the page in progress of each kind be
 * read again.
 */
export async function fhirSyncs(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    for (const [way, habits] of Object.entries(SERVERS)) {
      const server = await startLargeServer(habits);
      try {
        for (const kills of [0, KILLS]) if (!stop.aborted) await syncFirst({ base, server, way }, kills, stop);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await base.stop();
  }
}

async function assertWhole(ownerUrl: string, linkedAccountId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    for (const table of ["patient", "appointment"]) {
      const { rows } = await owner.query(
        `SELECT count(*)::integer AS count FROM ${table} WHERE linked_account_id = $1`,
        [linkedAccountId],
      );
      if (rows[0].count !== ROWS / 2) throw new Error(`There are ${rows[0].count} rows of ${table}`);
    }
  } finally {
    await owner.end();
  }
}
