import type { QueryResultRow } from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { planningPool } from "#lib/db/planning-pool";
import { required } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";

const MAX_CONNECTIONS = 8;

/** Many ended entries are deleted in one statement after a period without any process. */
const MAX_STATEMENT_MS = 30_000;

/**
 * pg-boss's own connections do not wait for the disk: they take and settle entries, and an entry that is taken again
 * after a crash of PostgreSQL finds its work done. The caller's transaction writes entries, not these connections.
 */
function withoutWaiting(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", `${given} -c synchronous_commit=off`.trim());
  return url.toString();
}

/** Returns this process's pg-boss, started once. It does not supervise: see `queueUpkeep`. */
export const boss = (): Promise<PgBoss> =>
  singleton("boss", startBoss, async (started) => (await started).stop({ graceful: false }));

const bossPool = () => singleton("boss-pool", makePool, (pool) => pool.end());

const makePool = () =>
  planningPool({
    connectionString: withoutWaiting(required("APP_DATABASE_URL")),
    application_name: "crc-queue",
    max: MAX_CONNECTIONS,
    statement_timeout: MAX_STATEMENT_MS,
  });

/** Runs one of the statements on pg-boss's tables outside of any transaction. */
export const onQueue = <Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> =>
  bossPool()
    .query<Row>(text, values)
    .then(({ rows }) => rows);

/** pg-boss has few and long statements: planning each of them again costs more than running it. */
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
    supervise: false,
    schedule: false,
  });
  instance.on("error", (error) => logger.warn({ code: (error as { code?: string }).code }, "queue error"));
  return instance.start();
}
