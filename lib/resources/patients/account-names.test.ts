import { expect, it } from "vitest";
import { readTenant, withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { accountNames } from "./account-names.ts";
import { syncedPatients } from "./sync.ts";

testDatabase();

const named = (firstName: string, lastName: string, ehrId = `${firstName} ${lastName}`) => ({
  mrn: `AB-${ehrId.length}`,
  ehrId,
  mergedInto: null,
  firstName,
  lastName,
  dob: null,
  gender: "",
  phone: "",
  email: "",
  address: { street: "", city: "", state: "", zip: "" },
});

async function store({ tenant }: TestAccount, ...records: ReturnType<typeof named>[]): Promise<void> {
  const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
  await withTenant(tenant, (tx) => syncedPatients.store(tx, tenant, { records, asOf: 1 }, context));
}

const namesOf = ({ tenant }: TestAccount) => readTenant(tenant, (tx) => accountNames(tx, tenant.linkedAccountId));

it("counts the patients of each name, and knows its words", async () => {
  const clinic = await makeLinkedAccount();
  await store(clinic, named("Ann", "O Neil"), named("Ann", "Smith-Jones"), named("Smith", ""));
  const { names, words, mrnMarks } = await namesOf(clinic);
  expect([...names.values()].map(({ text, asLast, asFirst }) => [text, asLast, asFirst]).sort()).toEqual([
    ["Ann", 0, 2],
    ["O Neil", 1, 0],
    ["Smith", 0, 1],
    ["Smith-Jones", 1, 0],
  ]);
  expect(words.map(({ text, names: of }) => `${text}: ${of.map((name) => name.text).sort()}`).sort()).toEqual([
    "ann: Ann",
    "jones: Smith-Jones",
    "neil: O Neil",
    "o: O Neil",
    "oneil: O Neil",
    "smith-jones: Smith-Jones",
    "smith: Smith,Smith-Jones",
    "smithjones: Smith-Jones",
  ]);
  expect(mrnMarks).toEqual(["AB-"]);
});

it("are read once for many searches, and anew after a change of a patient", async () => {
  const clinic = await makeLinkedAccount();
  await store(clinic, named("Ann", "Smith"));
  const [first, beside] = await Promise.all([namesOf(clinic), namesOf(clinic)]);
  expect(beside).toBe(first);
  expect(await namesOf(clinic)).toBe(first);
  await store(clinic, named("Ann", "Smith"));
  expect(await namesOf(clinic)).toBe(first);
  await store(clinic, named("Ann", "Miller", "Ann Smith"));
  expect([...(await namesOf(clinic)).names.keys()].sort()).toEqual(["Ann", "Miller"]);
});

it("are those of one account, whoever asks", async () => {
  const [clinic, other] = [await makeLinkedAccount(), await makeLinkedAccount()];
  await store(clinic, named("Ann", "Smith"));
  await store(other, named("Bob", "Weber"));
  expect([...(await namesOf(clinic)).names.keys()]).toEqual(expect.arrayContaining(["Smith", "Ann"]));
  const strange = await readTenant(other.tenant, (tx) => accountNames(tx, clinic.tenant.linkedAccountId));
  expect([...strange.names.keys()]).toEqual([]);
  expect([...(await namesOf(clinic)).names.keys()]).toEqual(expect.arrayContaining(["Smith", "Ann"]));
});
