import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { expect, it } from "vitest";
import { allQueries } from "#lib/api/openapi/all-queries";
import { ROOT, sourceFiles } from "./source-files.ts";

/** Names of the tables whose version validates an answer. */
const versioned = new Set(allQueries.flatMap(({ reads }) => (reads ?? []).map(getTableName)));
const nameIn = (code: string) => code.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An account's row holds more than its settings: only these columns are part of an answer. A new account has none. */
const SHOWN_OF_ACCOUNT = /\b(settings|timezone|profile|writes)\b/;

/** Changes by the query builder: the verb, the table, and what is set. */
const BUILT = /\.(update|insert|delete)\((\w+)\)(?:\s*\.set\(([^;]*?)\))?/g;
/** Handwritten changes: the table's name, or the code that names it, and what is set. */
const WRITTEN = /(?:INSERT INTO|UPDATE|DELETE FROM) "?(\$\{[^}]+\}|\w+)(?: SET ([^`]*?) WHERE)?/g;

/** Changes as data (see `lib/db/write.ts`): the table, and the code of what is set. */
const AS_DATA = /\b(?:insertInto|updateOf)\((\w+)(?:, [^,{]+)?, \{?([^;]*?)\}?\)/g;

/**
 * The simulated EMR has no such tables; two files are how changes are made; and an organization is moved with its versions,
 * while no process serves.
 */
const APART = /^lib\/(emr\/sandbox|db\/record-versions|db\/write|cli\/move-organization\/)/;

/** Returns whether a change concerns a versioned table. Code that is no table's name may name any table. */
function isVersioned(table: string, set: string, source: string): boolean {
  const variable = /^\$\{(.+)\}$/.exec(table)?.[1];
  if (variable !== undefined && !new RegExp(`import [^;]*\\b${variable}\\b[^;]*/(schema|table)(\\.ts)?"`).test(source))
    return true;
  const name = nameIn(variable ?? table);
  return name === "linked_account" ? SHOWN_OF_ACCOUNT.test(set) : versioned.has(name);
}

/** Returns the changes of versioned tables in a source file that do not go through `changeRecords`, or `replaceVersion`. */
function unversioned(source: string): string[] {
  const built = [...source.matchAll(BUILT)].filter(([, , table = "", set = ""]) => isVersioned(table, set, source));
  const asData = [...source.matchAll(AS_DATA)].filter(([, table = "", set = ""]) => isVersioned(table, set, source));
  const written = [...source.matchAll(WRITTEN)].filter(([, table = "", set = ""]) => isVersioned(table, set, source));
  const through = [...source.matchAll(/\b(changeRecords|replaceVersion)(<[^(]*>)?\(/g)].length;
  return [...built, ...asData, ...written].slice(through).map(([change]) => change.replace(/\s+/g, " "));
}

it("every change of synchronized records replaces the version that their ETags are made of", () => {
  expect(versioned.size).toBeGreaterThan(12);
  const found = sourceFiles
    .filter((file) => file.startsWith("lib/") && !APART.test(file))
    .flatMap((file) => unversioned(readFileSync(join(ROOT, file), "utf8")).map((change) => `${file}: ${change}`));
  expect(found).toEqual([]);
});

it("a change without it is named", () => {
  expect(unversioned("await tx.update(appointment).set({ status });")).toHaveLength(1);
  expect(unversioned("tx.execute(sql`DELETE FROM patient WHERE id = 1`)")).toHaveLength(1);
  expect(unversioned("tx.execute(sql`UPDATE $" + "{rows.table} SET x = 1`)")).toHaveLength(1);
  expect(unversioned("tx.update(linkedAccount).set({ timezone })")).toHaveLength(1);
  expect(unversioned("tx.update(linkedAccount).set({ syncedAt: new Date() })")).toEqual([]);
  expect(unversioned("insertInto(referral, { id, ...tenant })")).toHaveLength(1);
  expect(unversioned("updateOf(claim, id, { note })")).toHaveLength(1);
  expect(unversioned("updateOf(linkedAccount, id, { timezone })")).toHaveLength(1);
  expect(unversioned("insertInto(payment, { id, ...tenant })")).toEqual([]);
  expect(unversioned("changeRecords(tx, tenant, claim, tx.delete(claim).returning({ id }))")).toEqual([]);
});
