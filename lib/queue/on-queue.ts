import type { QueryResultRow } from "pg";
import { connectionPool } from "#lib/db/connection-pool";
import { named } from "#lib/db/named";
import { required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";

const MAX_CONNECTIONS = 8;

/** Many ended entries are deleted in one statement after a period without any process. */
const MAX_STATEMENT_MS = 30_000;

/**
 * These connections do not wait for the disk: they take and settle entries, and an entry that is taken again after a crash
 * of PostgreSQL finds its work done. The caller's transaction enters entries, not these connections.
 */
function withoutWaiting(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", `${given} -c synchronous_commit=off`.trim());
  return url.toString();
}

const queuePool = () => singleton("queue-pool", makePool, (pool) => pool.end());

const makePool = () =>
  connectionPool({
    connectionString: withoutWaiting(required("APP_DATABASE_URL")),
    application_name: "crc-queue",
    max: MAX_CONNECTIONS,
    statement_timeout: MAX_STATEMENT_MS,
  });

/** Runs one of the statements on the queues' entries outside of any transaction. */
export const onQueue = <Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> =>
  queuePool()
    .query<Row>(named(text, values))
    .then(({ rows }) => rows);
