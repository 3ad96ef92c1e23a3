import { type ConstructorOptions, PgBoss } from "pg-boss";
import { planningPool } from "#lib/db/planning-pool";
import { required } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";

const MOST_CONNECTIONS = 8;

/** It forgets what has ended in statements of its own, which after a while without any process have much to do. */
const LONGEST_STATEMENT_MS = 30_000;

/**
 * Its own connections need not wait for the disk: they take entries and settle them, and after a crash of PostgreSQL an
 * entry that is taken once more finds its work done. Entries are written by their caller's transaction.
 */
function withoutWaiting(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", `${given} -c synchronous_commit=off`.trim());
  return url.toString();
}

/**
 * This process's pg-boss, started once. Every process supervises, so that a dead worker's jobs come back
 * while any process is alive; the default interval of 60 s would leave them lying for a minute.
 */
export const boss = (): Promise<PgBoss> =>
  singleton("boss", startBoss, async (started) => (await started).stop({ graceful: false }));

const bossPool = () => singleton("boss-pool", makePool, (pool) => pool.end());

const makePool = () =>
  planningPool({
    connectionString: withoutWaiting(required("APP_DATABASE_URL")),
    application_name: "crc-queue",
    max: MOST_CONNECTIONS,
    statement_timeout: LONGEST_STATEMENT_MS,
  });

/** Its statements are long and few: to plan them anew each time cost more than what they do. */
function database(): NonNullable<ConstructorOptions["db"]> {
  const pool = bossPool();
  return { executeSql: (text, values) => pool.query(text, values) };
}

function startBoss(): Promise<PgBoss> {
  const instance = new PgBoss({
    db: database(),
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    supervise: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    schedule: false,
  });
  instance.on("error", (error) => logger.warn({ code: (error as { code?: string }).code }, "queue error"));
  return instance.start();
}
