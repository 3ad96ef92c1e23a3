import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { baselineMigration } from "#lib/db/journal";
import { unrollable } from "./rolling-migrations.ts";
import { ROOT } from "./source-files.ts";

const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
  readFileSync(join(ROOT, "lib/db/migrations/meta/_journal.json"), "utf8"),
);

const nameOf = (tag: string) => tag.replace(/^\d+_/, "");

const judged = journal.entries.filter(({ when }) => when > baselineMigration());

it("every migration leaves the version before able to serve", () => {
  expect(judged.length).toBeGreaterThan(0);
  const broken = judged.flatMap(({ tag }) => {
    const earlier = journal.entries.slice(
      0,
      journal.entries.findIndex((entry) => entry.tag === tag),
    );
    const migration = readFileSync(join(ROOT, "lib/db/migrations", `${tag}.sql`), "utf8");
    const names = earlier.map((entry) => nameOf(entry.tag));
    return unrollable(migration, names).map((what) => `${tag} ${what}`);
  });
  expect(broken).toEqual([]);
});

it.each([
  ["drops a table", 'DROP TABLE "payment"'],
  ["drops a column", 'ALTER TABLE "payment" DROP COLUMN "note"'],
  ["drops a column", "ALTER TABLE payment DROP note"],
  ["renames", 'ALTER TABLE "payment" RENAME COLUMN "note" TO "notes"'],
  ["renames", "ALTER TABLE payment RENAME TO payments"],
  ["changes a column's type", 'ALTER TABLE "payment" ALTER COLUMN "amount" SET DATA TYPE text'],
  ["requires a column", 'ALTER TABLE "payment" ALTER COLUMN "note" SET NOT NULL'],
  ["drops a default", 'ALTER TABLE "payment" ALTER COLUMN "note" DROP DEFAULT'],
  ["adds a constraint", "ALTER TABLE payment ADD CONSTRAINT payment_note CHECK (note <> '')"],
  ["adds a required column without a default", 'ALTER TABLE "payment" ADD COLUMN "note" text NOT NULL'],
  ["adds a required column without a default", "ALTER TABLE payment ADD a text DEFAULT '', ADD b text NOT NULL"],
  ["adds a unique index", 'CREATE UNIQUE INDEX "one" ON "payment" USING btree ("note")'],
  ["drops a function", "DROP FUNCTION list_seals(uuid)"],
  ["revokes a right", "REVOKE UPDATE ON payment FROM crc_app"],
])("a migration that %s is refused: %s", (change, statement) => {
  const found = unrollable(`CREATE TABLE "other" ("id" uuid NOT NULL);\n-- Why.\n${statement};\n`, ["first"]);
  expect(found).toEqual([`${change}: ${statement}`]);
});

it.each([
  'ALTER TABLE "payment" ADD COLUMN "note" text',
  'ALTER TABLE "payment" ADD COLUMN "note" text DEFAULT \'\' NOT NULL',
  'ALTER TABLE "payment" ALTER COLUMN "note" DROP NOT NULL',
  'ALTER TABLE "payment" DROP CONSTRAINT "payment_note"',
  'CREATE INDEX "fast" ON "payment" USING btree ("note")',
  'CREATE TABLE "made" ("id" uuid NOT NULL); ALTER TABLE "made" ADD CONSTRAINT one UNIQUE (id); DROP TABLE made',
  "CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS $$ DROP TABLE payment; SELECT 1 $$",
])("a migration that expands is accepted: %s", (migration) => {
  expect(unrollable(`${migration};`, [])).toEqual([]);
});

it("a later version removes what an earlier migration replaced, and says so", () => {
  const contract = (name: string) =>
    `-- contracts ${name}: no version reads it.\nALTER TABLE payment DROP COLUMN note;`;
  expect(unrollable(contract("notes"), ["tables", "notes"])).toEqual([]);
  expect(unrollable(contract("unknown"), ["tables", "notes"])).toHaveLength(1);
});
