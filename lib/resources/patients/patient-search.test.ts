import { and, isNotNull, or, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { patient } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { isSurvivor } from "#lib/definitions/survivors";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { accountNames } from "./account-names.ts";
import { everyoneOf, foundBy, meets, soughtWords } from "./patient-search.ts";
import { readPatients } from "./read-patients.ts";
import { patientConditions } from "./search-words.ts";
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

/** Every hundredth of the numbered patients was merged into Rosa Hernandez. */
const merged = (index: number) => (index > NAMES.length && index % 100 === 0 ? "PAT-0" : null);

beforeAll(async () => {
  clinic = await makeLinkedAccount();
  const records = PATIENTS.map(([firstName, lastName], index) => ({
    mrn: `MRN-${index}`,
    ehrId: `PAT-${index}`,
    mergedInto: merged(index),
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

/** Returns how PostgreSQL reads the patients of a search, in the caller's transaction under row-level security. */
async function planOf(query: string, isWhole: boolean): Promise<string> {
  const { tenant } = clinic;
  return readTenant(tenant, async (tx) => {
    const { linkedAccountId } = tenant;
    const words = soughtWords(await accountNames(tx, linkedAccountId), query);
    const condition = isWhole ? everyoneOf({ linkedAccountId, words }) : foundBy({ linkedAccountId, words, limit: 13 });
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(
      sql`EXPLAIN SELECT * FROM patient WHERE linked_account_id = ${tenant.linkedAccountId} AND ${condition} ORDER BY last_name, first_name, mrn, ehr_id LIMIT 13`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

const indexesOf = async (query: string, isWhole: boolean) =>
  [...new Set((await planOf(query, isWhole)).match(/patient_\w+(?=_index|_key)/g))].sort();

it.each([
  ["hernandez", ["patient_by_name", "patient_ehr_id"]],
  ["rosa hernandez 3/4/1980", ["patient_by_birth_date", "patient_ehr_id"]],
  ["8861 obrien", ["patient_by_name", "patient_ehr_id"]],
  ["rosa", ["patient_by_first_name", "patient_ehr_id"]],
  ["3/4/1980", ["patient_by_birth_date", "patient_ehr_id"]],
])("a search for %s reads patients by indexes, under row-level security", async (query, indexes) => {
  expect(await indexesOf(query, false)).toEqual(indexes);
  expect(await indexesOf(query, true)).toEqual(indexes);
});

it.each([
  ...NAMES.flat(),
  ...[
    "given",
    "given family12",
    "give fam",
    "family",
    "fam 17",
    "12",
    "0012",
    "555-0012",
    "(740) 555-0012",
    "740 555 0012",
  ],
  ...[
    "740 555-0012 given",
    "19800304",
    "030480",
    "1980",
    "1980-03",
    "03-04",
    "mrn",
    "mrn-12",
    "mrn-1 given",
    "rosa mrn",
    "m",
  ],
  ...[
    "rosa given",
    "o'brien given",
    "given given",
    "merged",
    "merged 4711",
    "4711000",
    "given merged",
    "van der berg",
    "王小明",
  ],
])("finds for %j whom the search text of all patients tells, in their order", async (query) => {
  const { tenant } = clinic;
  await readTenant(tenant, async (tx) => {
    const { linkedAccountId } = tenant;
    const words = soughtWords(await accountNames(tx, linkedAccountId), query);
    const condition = and(...patientConditions(query).map(meets));
    const all = condition && or(condition, isSurvivor(linkedAccountId, and(isNotNull(patient.mergedInto), condition)));
    for (const limit of [5, 50]) {
      const told = await readPatients(tx, linkedAccountId, all, limit);
      const found = await readPatients(tx, linkedAccountId, foundBy({ linkedAccountId, words, limit }), limit);
      expect(found.map(({ ehrId }) => ehrId)).toEqual(told.map(({ ehrId }) => ehrId));
    }
    const told = await readPatients(tx, linkedAccountId, all, PATIENTS.length);
    const everyone = await readPatients(tx, linkedAccountId, everyoneOf({ linkedAccountId, words }), PATIENTS.length);
    expect(everyone.map(({ ehrId }) => ehrId)).toEqual(told.map(({ ehrId }) => ehrId));
  });
});
