import pg from "pg";
import { primaryUrl } from "#lib/db/primary";
import { noteUnfinishedMove, type UnfinishedMove, unfinishedMove } from "#lib/db/unfinished-move";
import { StartFailure } from "#lib/kernel/start-failure";
import { type MovedTable, movedTables } from "./moved-tables.ts";
import { partPeople, refuseParting } from "./shared-people.ts";

/** Rows that are copied at a time; those with files one by one. */
const BATCH = 200;

export interface Move {
  /** Id without dashes. */
  organization: string;
  from: string;
  to: string;
  /** Whether people may be parted who belong to this organization and to others that stay. */
  partsPeople: boolean;
}

export interface Moved {
  /** Number of rows by table; tables without rows are left out. */
  rows: Map<string, number>;
  /** False if an earlier run had copied the rows, and this one only removed them at their origin. */
  copied: boolean;
}

/** Returns a digest of the organization's rows in a table: equal texts mean equal rows. */
async function digestOf(client: pg.Client, { name, columns, condition }: MovedTable) {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `SELECT count(*)::text AS rows, coalesce(bit_xor(hashtextextended(row_to_json(t)::text, 0)), 0)::text AS digest
     FROM (SELECT ${columns} FROM ${name} WHERE ${condition}) AS t`,
  );
  return { rows: Number(rows[0]?.rows), text: JSON.stringify(rows[0]) };
}

async function copy(from: pg.Client, to: pg.Client, { name, columns, condition, large }: MovedTable): Promise<void> {
  await from.query(
    `DECLARE moved NO SCROLL CURSOR FOR
     SELECT row_to_json(t)::text AS row FROM (SELECT ${columns} FROM ${name} WHERE ${condition}) AS t`,
  );
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`FETCH ${large ? 1 : BATCH} FROM moved`);
    if (rows.length === 0) break;
    await to.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [`[${rows.map(({ row }) => row).join(",")}]`],
    );
  }
  await from.query("CLOSE moved");
}

/** Raises the target's sequences to those of the source: numbers that were given out there are not given out again. */
async function raiseSequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname IN ('public', 'sandbox') AND last_value IS NOT NULL`,
  );
  for (const { name, last } of rows) {
    await to.query("SELECT setval($1::regclass, greatest($2::bigint, nextval($1::regclass)))", [name, last]);
  }
}

/** Connects as a role that may see and write all rows. Throws a StartFailure if it may not. */
async function connect(url: string, which: "DATABASE_URL" | "TARGET_DATABASE_URL"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await primaryUrl(url), application_name: "crc-move" });
  // A connection that is lost fails the next statement; without a listener it would end the process with a stack.
  client.on("error", () => undefined);
  await client.connect();
  // Texts of rows are compared, and a time is written in the session's zone.
  await client.query("SET TimeZone = 'UTC'; SET lock_timeout = '10s'");
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT rolsuper OR rolbypassrls AS may FROM pg_roles WHERE rolname = current_user",
  );
  if (rows[0]?.may) return client;
  await client.end();
  throw new StartFailure(`${which} must name a superuser, or a role with BYPASSRLS`);
}

/** Begins a transaction in which no other process can read or write the tables. Throws if one is connected. */
async function begin(client: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  const names = tables.map(({ name }) => name).join(", ");
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  const { rows } = await client.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename ~ '^crc_(app|sandbox)_'",
  );
  if (rows.length > 0) throw new StartFailure("Stop every process of both deployments first; nothing was moved");
}

/** Returns the newest migration of a deployment's database; null if it is none. */
async function versionOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'drizzle'");
  if (rows.length === 0) return null;
  const newest = "SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations";
  return (await client.query<{ newest: string | null }>(newest)).rows[0]?.newest ?? null;
}

const has = async (client: pg.Client, organization: string): Promise<boolean> =>
  (await client.query("SELECT FROM organization WHERE id = $1", [organization])).rows.length > 0;

/**
 * Returns whether a job was passed on to another deployment and has not ended: its answer comes to the old address, and
 * a repetition would name another one under the same key.
 */
const hasPassedOn = async (client: pg.Client, organization: string): Promise<boolean> =>
  (
    await client.query(
      `SELECT FROM passed_on p JOIN job j ON j.organization_id = p.organization_id AND j.id = p.job_id
       WHERE p.organization_id = $1 AND j.status IN ('queued', 'running') LIMIT 1`,
      [organization],
    )
  ).rows.length > 0;

/** Compares what both databases hold of the organization. Returns the number of rows by table. Throws if they differ. */
async function compare(from: pg.Client, to: pg.Client, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const [here, there] = [await digestOf(from, table), await digestOf(to, table)];
    if (here.text !== there.text)
      throw new StartFailure(`The two databases differ in ${table.name}; nothing was removed`);
    if (here.rows > 0) counts.set(table.name, here.rows);
  }
  return counts;
}

/** Identifies a database, by whatever address it is reached. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ of: string }>(
    "SELECT system_identifier || '/' || current_database() AS of FROM pg_control_system()",
  );
  return rows[0]?.of ?? "";
}

/**
 * Returns whether an earlier run has committed at the target. Throws a StartFailure if the organization is not to be moved
 * between these two: somewhere else, or because the target's is another one, such as that of a restored backup.
 */
async function wasCopied(from: pg.Client, to: pg.Client, organization: string): Promise<boolean> {
  const [earlier, isThere] = [await unfinishedMove(from), await has(to, organization)];
  if (await unfinishedMove(to))
    throw new StartFailure("A move from TARGET_DATABASE_URL was interrupted: finish it first");
  if (earlier && earlier.organization !== organization) {
    throw new StartFailure(`The move of the organization ${earlier.organization} was interrupted: finish it first`);
  }
  if (earlier && earlier.target !== (await identityOf(to))) {
    throw new StartFailure("The move was interrupted, and its target was another database: name that one");
  }
  if (!(await has(from, organization))) {
    throw new StartFailure(
      isThere
        ? "DATABASE_URL has no such organization; TARGET_DATABASE_URL has it"
        : "DATABASE_URL has no such organization",
    );
  }
  if (isThere && !earlier) {
    throw new StartFailure(
      "TARGET_DATABASE_URL has this organization, and no move to it was interrupted; nothing was moved",
    );
  }
  return isThere;
}

/** Notes the move at its origin by a connection of its own. */
async function noteOnce(url: string, move: UnfinishedMove): Promise<void> {
  const client = await connect(url, "DATABASE_URL");
  await noteUnfinishedMove(client, move).finally(() => client.end());
}

async function moveBetween(
  from: pg.Client,
  to: pg.Client,
  { organization, partsPeople, from: url }: Move,
): Promise<Moved> {
  if ((await identityOf(from)) === (await identityOf(to))) {
    throw new StartFailure("DATABASE_URL and TARGET_DATABASE_URL are the same database");
  }
  const version = await versionOf(from);
  if (version === null || version !== (await versionOf(to))) {
    throw new StartFailure("Both deployments must be of the same version: start each once with the newer one");
  }
  const tables = await movedTables(from, organization);
  await begin(from, tables);
  await begin(to, tables);
  const copied = !(await wasCopied(from, to, organization));
  if (copied && (await hasPassedOn(from, organization))) {
    throw new StartFailure("Jobs that were passed on to another deployment have not ended: let them end first");
  }
  if (!partsPeople) await refuseParting(from, organization);
  // Also in a run that finishes an earlier one, whose changes at the origin were rolled back: both sides must be equal.
  await partPeople(from, organization);
  if (copied) {
    for (const table of tables) await copy(from, to, table);
    await raiseSequences(from, to);
  }
  const rows = await compare(from, to, tables);
  // If this process dies from here on, no process starts at the origin, and the next run finds equal rows on both sides and
  // only removes them. The note is of a transaction of its own, since it must stand before the target's commit.
  await noteOnce(url, { organization, target: await identityOf(to) });
  await to.query("COMMIT");
  await noteUnfinishedMove(from, null);
  for (const { name, condition } of tables.toReversed()) await from.query(`DELETE FROM ${name} WHERE ${condition}`);
  await from.query("COMMIT");
  return { rows, copied };
}

/** Runs `work` with a connection to either database. */
async function withBoth<Result>(
  { from, to }: Pick<Move, "from" | "to">,
  work: (origin: pg.Client, target: pg.Client) => Promise<Result>,
): Promise<Result> {
  const origin = await connect(from, "DATABASE_URL");
  try {
    const target = await connect(to, "TARGET_DATABASE_URL");
    return await work(origin, target).finally(() => target.end());
  } finally {
    await origin.end();
  }
}

/**
 * Moves an organization with all of its rows from one deployment's database to another's: copies them in one
 * transaction, compares them, and removes them at their origin, so that never two deployments do its work. Both
 * deployments must stand still. May be run again after it was interrupted. Throws a StartFailure if something is not as
 * it must be; nothing was moved then.
 */
export const moveOrganization = (move: Move): Promise<Moved> =>
  withBoth(move, (from, to) => moveBetween(from, to, move));

/**
 * Lets an organization stay at its origin whose move was interrupted before the target had it. Throws a StartFailure if the
 * target has it, or no move was interrupted.
 */
export const giveUpMove = (move: Pick<Move, "organization" | "from" | "to">): Promise<void> =>
  withBoth(move, async (from, to) => {
    const isThere = await wasCopied(from, to, move.organization);
    if (isThere) throw new StartFailure("TARGET_DATABASE_URL has the organization: run the command without --give-up");
    if (!(await unfinishedMove(from))) throw new StartFailure("No move of it was interrupted");
    await noteUnfinishedMove(from, null);
  });
