import type pg from "pg";

/** The rows of one organization in one table. */
export interface MovedTable {
  /** Quoted, with its schema. */
  name: string;
  /** Quoted names of the columns that are stored, in their order. */
  columns: string;
  /** Condition for the organization's rows. */
  condition: string;
  /** Whether a row may be large, because it holds a file. */
  large: boolean;
}

interface Found {
  schema: string;
  table: string;
  name: string;
  columns: string[];
  large: boolean;
  names: string[];
}

/** Tables with their stored columns; partitions are reached through their parent. */
const TABLES = `
  SELECT n.nspname AS schema, c.relname AS table, format('%I.%I', n.nspname, c.relname) AS name,
    array_agg(format('%I', a.attname) ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
    array_agg(a.attname::text) AS names, bool_or(a.atttypid = 'bytea'::regtype) AS large
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND (n.nspname IN ('public', 'sandbox') OR (n.nspname = 'queue' AND c.relname = 'entry'))
  GROUP BY 1, 2, 3
  -- The practices of simulated EMRs are found by the accounts, so they are copied after them and removed before.
  ORDER BY n.nspname, c.relname`;

const FOREIGN_KEYS = `
  SELECT format('%I.%I', n.nspname, c.relname) AS from, format('%I.%I', m.nspname, d.relname) AS to
  FROM pg_constraint k
  JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_class d ON d.oid = k.confrelid JOIN pg_namespace m ON m.oid = d.relnamespace
  WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`;

/** Returns the condition for an organization's rows in a table; null if the table holds none of an organization. */
function conditionFor({ schema, table, names }: Found, organization: string): string | null {
  // An entry that has ended is not needed any more.
  if (schema === "queue") return `replace(data ->> 'organizationId', '-', '') = '${organization}' AND ended_at IS NULL`;
  if (schema === "sandbox") {
    const practices = `IN (SELECT id FROM public.linked_account WHERE organization_id = '${organization}')`;
    if (names.includes("practice_id")) return `practice_id ${practices}`;
    return ["practice", "opened_practice"].includes(table) ? `id ${practices}` : null;
  }
  if (names.includes("organization_id")) return `organization_id = '${organization}'`;
  return table === "organization" ? `id = '${organization}'` : null;
}

/** Sorts tables so that each comes after those that its foreign keys name. */
function inOrder(tables: readonly Found[], keys: readonly { from: string; to: string }[]): Found[] {
  const sorted = new Set<Found>();
  const add = (table: Found) => {
    for (const { to } of keys.filter(({ from }) => from === table.name)) {
      const named = tables.find(({ name }) => name === to);
      if (named && !sorted.has(named)) add(named);
    }
    sorted.add(table);
  };
  for (const table of tables) add(table);
  return [...sorted];
}

/**
 * Returns the tables with rows of an organization, those that others refer to first: the application's, the queue's
 * entries, and the records of simulated EMRs. `organization` is an id without dashes, since it becomes part of the text.
 */
export async function movedTables(client: pg.Client, organization: string): Promise<MovedTable[]> {
  const { rows: tables } = await client.query<Found>(TABLES);
  const { rows: keys } = await client.query<{ from: string; to: string }>(FOREIGN_KEYS);
  return inOrder(tables, keys).flatMap(({ name, columns, large, ...table }) => {
    const condition = conditionFor({ name, columns, large, ...table }, organization);
    return condition ? [{ name, columns: columns.join(", "), condition, large }] : [];
  });
}
