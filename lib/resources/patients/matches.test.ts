import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/v1/patient-matches/route.ts";
import { GET as GET_LIST } from "#app/v1/patients/route.ts";
import { changeRecords } from "#lib/db/record-versions";
import { patient } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { syncedPatients } from "./sync.ts";

testDatabase();
let clinic: TestAccount;
let other: TestAccount;

type Person = [mrn: string, firstName: string, lastName: string, dob?: string, phone?: string];

async function store({ tenant }: TestAccount, people: Person[]): Promise<void> {
  const records = people.map(([mrn, firstName, lastName, dob = "1975-01-09", phone = "(303) 555-0101"]) => ({
    mrn,
    ehrId: `of-${mrn}`,
    mergedInto: null,
    firstName,
    lastName,
    dob,
    gender: "female",
    phone,
    email: "",
    address: { street: "", city: "", state: "", zip: "" },
  }));
  const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
  await withTenant(tenant, (tx) => syncedPatients.store(tx, tenant, { records, asOf: 1 }, context));
}

const PEOPLE: Person[] = [
  ["M-1", "Rosa", "Hernandez", "1980-03-04", "(740) 555-8861"],
  ["M-2", "Carl", "Whitfield"],
  ["M-3", "Anne", "Smith", "1991-12-30"],
  ["M-4", "John", "Doe"],
  ["M-5", "Seán", "O’Brien"],
  ["M-6", "Mary", "Smith-Jones"],
  ["M-7", "Łukasz", "Groß"],
  ["M-8", "Søren", "Müller"],
  ["M-9", "Işıl", "Nguye\u0302\u0303n"],
  ["M-10", "Jose\u0301", "van der Berg"],
  ["M-11", "小明", "王"],
  ["M-12", "😀", "100%_\\x"],
  ["M-13", "Matthew", "García López"],
  ["M-14", "Ann", "O Neil"],
  ["M-15", "Bob", "DAngelo"],
  ["4711", "Hans", "Weber"],
  ["M-16", "Hans 4711", "Meyer"],
  ["M-17", "Gonzalo", "Gonzalez"],
  ["M-18", "Jovanović", "Иванов"],
];

beforeAll(async () => {
  [clinic, other] = [await makeLinkedAccount(), await makeLinkedAccount()];
  await store(clinic, PEOPLE);
  await store(other, [
    ["M-1", "Rosa", "Hernandez"],
    ["X-1", "Zed", "Zwicky"],
  ]);
});

async function matches(query: string, { account = clinic, limit = "12" } = {}): Promise<string[]> {
  const answer = await call(GET, "GET", `/patient-matches?${new URLSearchParams({ query, limit })}`, {
    headers: account.headers,
  });
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body.patient_matches.map(
    ({ patient, match }: { patient: { mrn: string }; match: string }) => `${patient.mrn} ${match}`,
  );
}

async function listed(query: string): Promise<string[]> {
  const answer = await call(GET_LIST, "GET", `/patients?${new URLSearchParams({ query })}`, {
    headers: clinic.headers,
  });
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body.patients.map(({ mrn }: { mrn: string }) => mrn);
}

describe("GET /patient-matches", () => {
  it.each([
    ["M-5", ["O'Brien", "O’Brien", "OBrien", "O Brien", "o`brien", "oʼbrien", "brien sean", "Sea\u0301n"]],
    ["M-6", ["Smith-Jones", "Smith Jones", "smithjones", "Smith–Jones", "jones, mary"]],
    ["M-7", ["Łukasz", "lukasz", "Groß", "gross", "GROSS lukasz"]],
    ["M-8", ["Søren", "soren", "Müller", "muller", "Mu\u0308ller, Soren"]],
    ["M-9", ["Işıl", "isil", "ISIL", "Nguyễn", "nguyen", "Nguye\u0302\u0303n"]],
    ["M-10", ["José", "jose", "van der berg", "berg, jose"]],
    ["M-11", ["王小明", "小明", "王", "王 小明"]],
    ["M-12", ["😀", "100%", "%_\\", "100%_\\x"]],
    ["M-13", ["garcia lopez", "García", "lopez matthew garcia"]],
    ["M-14", ["O Neil"]],
    ["M-15", ["d'angelo", "D’Angelo", "dangelo", "d angelo bob"]],
  ])("finds %s exactly, as the name is heard and typed", async (mrn, queries) => {
    for (const query of queries) expect([query, ...(await matches(query))]).toContain(`${mrn} exact`);
    for (const query of queries) expect([query, ...(await listed(query))]).toContain(mrn);
  });

  it.each([
    [
      "M-1",
      [
        "hernandes",
        "Hernadnez",
        "hernandz",
        "Hernanddez",
        "fernandez",
        "rosa hernandes",
        "Hernandes, Rosa",
        "hermandes",
      ],
    ],
    ["M-2", ["Whitfeild", "Witfield", "whittfield", "Carl Whitfeild"]],
    ["M-3", ["Smyth", "smiht", "smth", "Anne Smyth", "ann smyth"]],
    ["M-4", ["Jon", "Jhon", "jon doe", "doe, jon"]],
    ["M-13", ["Mathew", "mathew garcia", "matthew gracia"]],
    ["M-8", ["muler", "soern muller", "soeren", "Mueller", "muelr", "Soeren Mueler"]],
    ["M-17", ["gonsales", "gonzalo gonsales", "Gonsales, Gonzallo", "gonsa"]],
    ["M-10", ["vanderberg", "Van-der-Berg", "van der burg"]],
    ["M-14", ["oneil", "o'neil", "o-neil", "O'Niel", "o niel"]],
    ["M-5", ["o'brein", "OBrein", "o brein", "O’Bryan"]],
    ["M-6", ["smith-jnoes", "smithjonse"]],
    ["M-7", ["lukazs", "grss", "Łukas grosz"]],
    ["M-18", ["Jovanovich", "Иваноф"]],
  ])("finds %s with wrong letters, and says that the name is similar", async (mrn, queries) => {
    for (const query of queries) expect([query, ...(await matches(query))]).toContain(`${mrn} similar`);
    for (const query of queries) expect([query, ...(await listed(query))]).not.toContain(mrn);
  });

  it.each([
    "hernandez 3/4/1980",
    "3/4/80 hernandez",
    "03041980",
    "030480",
    "Hernandez, Rosa 1980-03-04",
    "Mar 4 1980",
    "03.04.1980",
    "hernandez 4.3.1980",
    "8861",
    "555-8861",
    "(740) 555-8861",
    "740 555 8861 hernandez",
    "7405558861",
    "M-1 rosa",
  ])("finds one patient by %s", async (query) => expect(await matches(query)).toEqual(["M-1 exact"]));

  it("finds a similar name beside a birth date, and none beside another one", async () => {
    expect(await matches("hernandes 3/4/1980")).toEqual(["M-1 similar"]);
    expect(await matches("3/4/80 Hernadnez")).toEqual(["M-1 similar"]);
    expect(await matches("hernandes 3/5/1980")).toEqual([]);
  });

  it("puts the patient whose MRN it is first, whatever the case, then exact matches, then similar ones", async () => {
    expect(await matches("4711")).toEqual(["4711 mrn", "M-16 exact"]);
    expect((await matches("m-17"))[0]).toBe("M-17 mrn");
    await store(clinic, [["M-20", "Eve", "Smithe"]]);
    expect(await matches("Smithe")).toEqual(["M-20 exact", "M-3 similar", "M-6 similar"]);
    expect(await matches("Smith", { limit: "2" })).toEqual(["M-3 exact", "M-6 exact"]);
  });

  it("keeps to the caller's account, in its names as well", async () => {
    expect(await matches("zwicky")).toEqual([]);
    expect(await matches("zwickie")).toEqual([]);
    expect(await matches("zwickie", { account: other })).toEqual(["X-1 similar"]);
    expect(await matches("whitfeild", { account: other })).toEqual([]);
  });

  it.each([
    "a",
    "'",
    "%",
    "_",
    "\\",
    "-",
    ",",
    "😀😀😀",
    "𝒜𝒷𝒸𝒹",
    "𠮷野家",
    "王小明王小明王",
    "ß".repeat(200),
    "e\u0301".repeat(90),
    "\u0301".repeat(200),
    "\u202e\u200b",
    "0000",
    "9999-99-99",
    "1980-02-30",
    "1980-",
    "12345678901234567890",
    Array.from({ length: 100 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(" "),
    Array.from({ length: 60 }, (_, index) => index).join(" "),
    "hernandes whitfeild smyth jon doe gross muller",
    "NULL",
    "'; DROP TABLE patient; --",
  ])("answers %j", async (query) => {
    await matches(query.slice(0, 200));
    await listed(query.slice(0, 200));
  });

  it("refuses a longer text, and lists the first patients by name without one", async () => {
    const answer = await call(GET, "GET", `/patient-matches?query=${"a ".repeat(500)}`, { headers: clinic.headers });
    expect([answer.status, answer.body.message]).toEqual([400, "query must have at most 200 characters"]);
    expect(await matches("", { limit: "1" })).toHaveLength(1);
  });
});

describe("the names that a search looks in", () => {
  it("are those that patients have now", async () => {
    await store(other, [["X-2", "Ada", "Quirke"]]);
    expect(await matches("quirk", { account: other })).toEqual(["X-2 exact"]);
    await store(other, [["X-2", "Ada", "Ravndal"]]);
    expect(await matches("quirke", { account: other })).toEqual([]);
    expect(await matches("ravndahl", { account: other })).toEqual(["X-2 similar"]);
  });

  it("are found when a process of the version before has stored them, which knows of no names", async () => {
    const { organizationId, linkedAccountId } = other.tenant;
    expect(await matches("okonkwo", { account: other })).toEqual([]);
    await withTenant(other.tenant, (tx) =>
      changeRecords(
        tx,
        other.tenant,
        patient,
        sql`INSERT INTO patient (id, organization_id, linked_account_id, mrn, ehr_id, first_name, last_name, gender, phone, email, address, search_text)
          VALUES (${newId()}, ${organizationId}, ${linkedAccountId}, 'NEW-77', 'of-77', 'Chidi', 'Okonkwo', '', '', '',
            '{"street":"","city":"","state":"","zip":""}',
            'chidi okonkwo okonkwo, chidi new-77') RETURNING id`,
      ),
    );
    expect(await matches("okonkwo", { account: other })).toEqual(["NEW-77 exact"]);
    expect(await matches("okonkwu", { account: other })).toEqual(["NEW-77 similar"]);
    expect(await matches("77", { account: other })).toEqual(["NEW-77 exact"]);
    await withTenant(other.tenant, (tx) => syncedPatients.afterWholeReading?.(tx, other.tenant) ?? Promise.resolve());
    expect(await matches("77", { account: other })).toEqual(["NEW-77 mrn"]);
  });
});
