import type pg from "pg";
import { refusedByCitus } from "./citus-law.ts";

// The law that each statement on a tenant's table names its organization, beside row-level security. The planner is asked:
// a superuser bypasses row-level security, so the plan of a superuser has no other conditions than the statement's own.

interface Plan {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Join Type"?: string;
  Schema?: string;
  "Relation Name"?: string;
  Alias?: string;
  Plans?: Plan[];
}

/** Keys of a plan's node that hold conditions. */
const CONDITIONS = ["Index Cond", "Recheck Cond", "TID Cond", "Filter", "Join Filter", "Hash Cond", "Merge Cond"];

/** Relationships of nodes whose rows a node passes on. The others are subqueries in an expression. */
const PASSED_ON = new Set(["Outer", "Inner", "Member", "Subquery"]);

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Returns the column that names the organization of the table that a node reads. */
const columnOf = ({ Alias: alias, "Relation Name": table }: Plan): string =>
  `${alias}.${table === "organization" ? "id" : "organization_id"}`;

/** Returns the columns that name the organizations of all tables whose rows a node passes on. */
function columnsIn(plan: Plan | undefined): string[] {
  if (!plan) return [];
  const below = plan.Plans?.filter((each) => PASSED_ON.has(each["Parent Relationship"] ?? "")) ?? [];
  return [columnOf(plan), ...below.flatMap(columnsIn)];
}

/** Returns the columns that a node's conditions limit: of an outer join, those of the side that may be missing. */
function limited(node: Plan): string[] {
  const side = (relationship: string) =>
    columnsIn(node.Plans?.find((each) => each["Parent Relationship"] === relationship));
  const join = node["Join Type"] ?? "";
  if (join === "Full") return [];
  if (join.startsWith("Right")) return side("Outer");
  return join === "Left" || join === "Anti" ? side("Inner") : columnsIn(node);
}

/** Splits a condition, as PostgreSQL writes it, at its outermost ANDs. */
function conjuncts(condition: string): string[] {
  const parts: string[] = [];
  let [depth, begin, quoted, isGroup] = [0, 0, false, condition.startsWith("(")];
  for (let at = 0; at < condition.length; at++) {
    const character = condition[at];
    if (character === "'") quoted = !quoted;
    if (quoted) continue;
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (depth === 0 && at < condition.length - 1) isGroup = false;
    if (depth === 0 && condition.startsWith(" AND ", at)) {
      parts.push(condition.slice(begin, at));
      begin = at + 5;
    }
  }
  if (parts.length > 0) return [...parts, condition.slice(begin)].flatMap(conjuncts);
  return isGroup ? conjuncts(condition.slice(1, -1)) : [condition];
}

const SIDE = String.raw`\(*(\$\d+|'[^']*'|[\w"]+\.[\w"]+)\)*(?:::\w+)?`;
const EQUALITY = new RegExp(`^${SIDE} = ${SIDE}$`);

/** An equality in a node's conditions, with the columns that it can limit. */
interface Equality {
  sides: [string, string];
  limits: ReadonlySet<string>;
}

function equalitiesOf(node: Plan): Equality[] {
  const limits = new Set(limited(node));
  const conditions = CONDITIONS.flatMap((key) => (node as unknown as Record<string, string | undefined>)[key] ?? []);
  return conditions.flatMap(conjuncts).flatMap((condition) => {
    const [, left, right] = EQUALITY.exec(condition) ?? [];
    return left && right ? [{ sides: [left, right], limits }] : [];
  });
}

/** Returns the columns that equal a parameter or constant, by themselves or by way of another such column. */
function namedColumns(equalities: readonly Equality[]): Set<string> {
  const named = new Set<string>();
  const isNamed = (side: string) => /^[$']/.test(side) || named.has(side);
  for (let before = -1; before !== named.size; ) {
    before = named.size;
    for (const { sides, limits } of equalities) {
      const [left, right] = sides;
      if (isNamed(left) && limits.has(right)) named.add(right);
      if (isNamed(right) && limits.has(left)) named.add(left);
    }
  }
  return named;
}

/**
 * Returns the tenants' tables that a plan reads, changes or locks without a condition on their organization. An insertion
 * names it, since the column cannot be null; the rows of a change come from a scan below it.
 */
function tablesWithout(plan: Plan, tenants: ReadonlySet<string>): string[] {
  const nodes = nodesOf(plan);
  const named = namedColumns(nodes.flatMap(equalitiesOf));
  const scans = nodes.filter(
    (node) =>
      node.Schema === "public" && tenants.has(node["Relation Name"] ?? "") && node["Node Type"] !== "ModifyTable",
  );
  return scans.filter((node) => !named.has(columnOf(node))).map((node) => node["Relation Name"] ?? "");
}

/**
 * Returns a statement of pg_stat_statements that PostgreSQL can parse: in it a parameter stands for each constant, also
 * where only a literal may stand, or where the type follows from the constant.
 */
const parseable = (statement: string): string =>
  statement
    .replace(/\b(interval|timestamptz|timestamp|date|uuid|jsonb?) (\$\d+)/gi, "$2::$1")
    .replace(/\bextract\(\$\d+ FROM/gi, "extract(epoch FROM")
    .replace(/\bdate_trunc\(\$\d+,/g, "date_trunc('hour',")
    .replace(/(::date [+-]) (\$\d+)(?!\d|::)/g, "$1 $2::integer");

/**
 * Returns whether a statement without a plan, since a type follows from a constant that pg_stat_statements has removed,
 * names as many organizations as tenants' tables.
 */
function namesEnough(statement: string, tenants: ReadonlySet<string>): boolean {
  const tables = [...statement.matchAll(/\b(?:FROM|JOIN|UPDATE|USING)\s+"?(\w+)/gi)].filter(([, name = ""]) =>
    tenants.has(name),
  );
  const organizations =
    statement.match(/\borganization_id"? = \(?(\$\d|"?\w+"?\.)|"organization"\."id" = \(?\$\d/g) ?? [];
  return organizations.length >= tables.length;
}

/** Whether a statement can read or change rows, and so has a plan. */
const hasPlan = (statement: string): boolean =>
  /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|DECLARE)\b/i.test(statement);

/** Tenants' tables: those with an `organization_id`, and the organizations themselves. */
async function tenantsTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
  );
  return new Set(["organization", ...rows.map(({ name }) => name)]);
}

export interface Judged {
  /** Number of the statements that read, change or lock a tenant's table. */
  ofTenants: number;
  /** Those that do not name the organization of a table, each with the reason. */
  without: { statement: string; reason: string }[];
  /** Those that Citus would refuse all the same, each with the reason. */
  refused: { statement: string; reason: string }[];
}

/** Judges statements by their plans in a migrated database, as its superuser. */
export async function judgeOrganizations(client: pg.Client, statements: readonly string[]): Promise<Judged> {
  const tenants = await tenantsTables(client);
  const judged: Judged = { ofTenants: 0, without: [], refused: [] };
  for (const statement of statements.filter(hasPlan)) {
    const refusal = refusedByCitus(statement, tenants);
    if (refusal) judged.refused.push({ statement, reason: refusal });
    try {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${parseable(statement)}`,
      );
      const plan = rows[0]?.["QUERY PLAN"][0].Plan;
      if (!plan) throw new Error("PostgreSQL returned no plan");
      if (nodesOf(plan).some((node) => tenants.has(node["Relation Name"] ?? ""))) judged.ofTenants++;
      const tables = new Set(tablesWithout(plan, tenants));
      if (tables.size > 0) judged.without.push({ statement, reason: `no organization of ${[...tables].join(", ")}` });
    } catch (error) {
      const { message } = error as Error;
      if (!namesEnough(statement, tenants)) judged.without.push({ statement, reason: `no plan: ${message}` });
    }
  }
  return judged;
}
