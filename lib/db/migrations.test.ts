import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import config from "./drizzle.config.ts";

const database = testDatabase();

const MIGRATIONS = join(import.meta.dirname, "migrations");

/** Returns the snapshot of all described tables. */
async function described() {
  const files = [config.schema ?? []].flat().flatMap((pattern) => globSync(pattern));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  return generateDrizzleJson(Object.assign({}, ...modules));
}

function lastSnapshot(): { tables: Record<string, unknown> } {
  const [last = ""] = globSync("*_snapshot.json", { cwd: join(MIGRATIONS, "meta") })
    .sort()
    .reverse();
  return JSON.parse(readFileSync(join(MIGRATIONS, "meta", last), "utf8"));
}

/** Returns columns, constraints and indexes of a schema's tables, one line each. */
async function catalogue(schema: string): Promise<string[]> {
  const lines = await database.asOwner<{ line: string }>(
    `SELECT format('%s.%s %s%s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
              CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, coalesce(pg_get_expr(d.adbin, d.adrelid), 'none')) AS line
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p')
     UNION ALL
     SELECT format('%s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE connamespace = $1::regnamespace AND contype <> 'n'
     UNION ALL
     SELECT pg_get_indexdef(i.indexrelid)
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = $1::regnamespace`,
    [schema],
  );
  return lines.map(({ line }) => line.replaceAll(`${schema}.`, "")).sort();
}

it("the last snapshot describes the tables, so that `npm run db:generate` finds no change", async () => {
  const { tables } = await described();
  // A snapshot is JSON: it has no undefined values.
  expect(lastSnapshot().tables).toEqual(JSON.parse(JSON.stringify(tables)));
});

it("the migrations create the tables as they are described", async () => {
  const statements = await generateMigration(generateDrizzleJson({}), await described());
  const sql = statements.join("\n").replaceAll('"public".', "");
  await database.asOwner(`CREATE SCHEMA described; SET search_path = described, public; ${sql}; RESET search_path`);
  expect(await catalogue("public")).toEqual(await catalogue("described"));
});
