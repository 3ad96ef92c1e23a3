import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { readTenant, withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { foundBy, searchBy, soughtWords } from "./patient-search.ts";
import { syncedPatients } from "./sync.ts";

const database = testDatabase();
let clinic: TestAccount;

const NAMES = [
  ["Rosa", "Hernandez"],
  ["Seán", "O’Brien"],
  ["Anne-Marie", "D'Angelo"],
  ["Łukasz", "Groß"],
  ["Søren Åge", "Müller-Lüdenscheidt"],
  ["Işıl", "Çelik"],
  ["Đorđe", "Þórsson"],
  ["Nguye\u0302\u0303n", "Thị Minh"],
  ["Jose\u0301", "van der Berg, Jr"],
  ["小明", "王"],
  ["Ольга", "Йовович"],
  ["Ἀλέξανδρος", "Œdipe"],
  ["😀", "100%_\\x"],
  ["", "-"],
  ["विजय", "नायर"],
  ["İbrahim", "Ó Briain"],
  ["ΓΙΩΡΓΟΣ", "ΣΑΚΗΣ ΣΤΑΥΡΟΥ"],
  ["x".repeat(300), "Maria  Luz"],
] as const;

/** Patients with these names, and as many with numbered ones as make an index worth its use. */
const PATIENTS = [...NAMES, ...Array.from({ length: 3_000 }, (_, index) => ["Given", `Family${index}`] as const)];

beforeAll(async () => {
  clinic = await makeLinkedAccount();
  const records = PATIENTS.map(([firstName, lastName], index) => ({
    mrn: `MRN-${index}`,
    ehrId: `PAT-${index}`,
    mergedInto: null,
    firstName,
    lastName,
    dob: new Date(Date.UTC(1980, 2, 4 + index)).toISOString().slice(0, 10),
    gender: "",
    phone: `(740) 555-${String(index).padStart(4, "0")}`,
    email: "",
    address: { street: "", city: "", state: "", zip: "" },
  }));
  const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
  const { tenant } = clinic;
  await withTenant(tenant, (tx) => syncedPatients.store(tx, tenant, { records, asOf: 1 }, context));
  await database.asOwner("VACUUM (ANALYZE) patient");
});

const kept = async () => ({
  names: await database.asOwner("SELECT part, text, word FROM patient_name ORDER BY part, text, word"),
  words: await database.asOwner("SELECT word, letters FROM patient_word ORDER BY word"),
});

it("names that were stored before are kept by the migration as by a sync", async () => {
  const bySync = await kept();
  expect(bySync.names.length).toBeGreaterThan(PATIENTS.length);
  const migration = readFileSync(new URL("../../db/migrations/0041_patient_names.sql", import.meta.url), "utf8");
  const begin = migration.indexOf("CREATE FUNCTION pg_temp.plain_letters");
  const end = migration.indexOf("-- The tenant of the other tables");
  await database.asOwner("DELETE FROM patient_name");
  await database.asOwner("DELETE FROM patient_word");
  await database.asOwner(migration.slice(begin, end));
  expect(await kept()).toEqual(bySync);
});

/** Returns the names of the indexes by which a search reads the patients, in the caller's transaction under row-level security. */
async function indexesOf(query: string): Promise<string[]> {
  const { tenant } = clinic;
  return readTenant(tenant, async (tx) => {
    const words = await soughtWords(tx, tenant.linkedAccountId, query);
    const condition = foundBy(searchBy(words), tenant.linkedAccountId);
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(
      sql`EXPLAIN SELECT * FROM patient WHERE linked_account_id = ${tenant.linkedAccountId} AND ${condition} ORDER BY last_name, first_name, mrn, ehr_id LIMIT 13`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    return [...new Set(plan.match(/patient_\w+(?=_index|_key)/g))].sort();
  });
}

it.each([
  ["hernandez", ["patient_by_first_name", "patient_by_name", "patient_ehr_id"]],
  ["rosa hernandez 3/4/1980", ["patient_by_birth_date", "patient_ehr_id"]],
  ["8861 obrien", ["patient_by_first_name", "patient_by_name", "patient_ehr_id"]],
  ["3/4/1980", ["patient_by_birth_date", "patient_ehr_id"]],
])("a search for %s reads patients by indexes, under row-level security", async (query, indexes) => {
  expect(await indexesOf(query)).toEqual(indexes);
});
