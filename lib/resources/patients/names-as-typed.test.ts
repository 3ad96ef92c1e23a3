import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/v1/patient-matches/route.ts";
import { GET as GET_LIST } from "#app/v1/patients/route.ts";
import { withTenant } from "#lib/db/tenant";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { syncedPatients } from "./sync.ts";

testDatabase();
let clinic: TestAccount;

/** Patients by MRN, each with what finds the name as it is written, and what finds it as a similar one. */
const PEOPLE: Record<string, { name: [first: string, last: string]; dob?: string; exact: string; similar?: string }> = {
  "A-1": {
    name: ["Bjørn", "Ångström"],
    dob: "1980-03-04",
    exact: "bjorn angstrom|BJØRN ÅNGSTRÖM|A\u030angstro\u0308m|angstrom 3/4/80|angstrom 19800304|angstrom 030480",
    similar: "bjoern angstroem|angstron",
  },
  "A-2": { name: ["Käthe", "Weiß"], exact: "weiss|WEISS|WEIẞ|kathe weiss", similar: "kaethe weiß|kate weiss" },
  "A-3": { name: ["Œnone", "Œuvrard"], exact: "oeuvrard|œuvrard" },
  "A-4": { name: ["Thị Đào", "Đặng"], exact: "dang|dang thi dao|dao dang" },
  "A-5": { name: ["Gül", "Doğan"], exact: "gul dogan|DOĞAN" },
  "A-6": { name: ["Þór", "Ægisson"], exact: "thor aegisson|þór" },
  "A-7": {
    name: ["Siobhán", "D’Arcy-O'Neill"],
    exact: "darcy|d'arcy|darcy oneill|d arcy o neill|D`Arcy|siobhan|o´neill|arcy-oneill",
  },
  "A-8": { name: ["Ian", "Mac Donald"], exact: "mac donald", similar: "macdonald|macdonnald|mcdonald" },
  "A-9": { name: ["Clare", "St. John"], exact: "st john|st. john", similar: "stjohn" },
  "A-10": { name: ["Minh Khai", "Nguyễn"], exact: "nguyen minh|nguyen, minh khai", similar: "nguyne" },
  "A-11": { name: ["Max", "Müller-Lüdenscheid"], exact: "muller ludenscheid|mullerludenscheid", similar: "mueller" },
  "A-12": { name: ["İbrahim", "Yılmaz"], exact: "ibrahim yilmaz|IBRAHIM YILMAZ|İBRAHİM|yılmaz" },
  "A-13": { name: ["Zoe\u0308", "Strauß"], exact: "zoe strauss|zoë strauß|straus" },
  "A-14": { name: ["Łucja", "Wójcik"], exact: "lucja wojcik|ŁUCJA", similar: "wojick" },
  "A-15": {
    name: ["Jean-Luc", "L'Écuyer"],
    dob: "1999-12-31",
    exact: "lecuyer|l’ecuyer|jeanluc|jean luc 12/31/99|ecuyer 1999-12-31",
  },
  "A-16": { name: ["Fríða", "Guðmundsdóttir"], exact: "frida gudmundsdottir", similar: "gudmunsdottir" },
  "A-17": { name: ["Rosa", "Hernández"], exact: "hernandez", similar: "hernandes|rosa hernandes" },
  "A-18": { name: ["Carl", "Whitfield"], exact: "whitfield", similar: "Whitfeild|whitfeild carl" },
  "A-19": { name: ["Đorđe", "Petrović"], exact: "dorde petrovic", similar: "djordje|petrovich" },
  "A-20": { name: ["Æðelred", "Ößmann"], exact: "ossmann", similar: "oessmann|aethelred" },
  "A-21": { name: ["Anne Marie", "de la Cruz"], exact: "de la cruz, anne", similar: "delacruz|annemarie" },
  "A-22": { name: ["ʻIolani", "Kaʻahumanu"], exact: "kaahumanu|ka'ahumanu|iolani" },
};

beforeAll(async () => {
  clinic = await makeLinkedAccount();
  const { tenant } = clinic;
  const records = Object.entries(PEOPLE).map(
    ([
      mrn,
      {
        name: [firstName, lastName],
        dob = "1975-01-09",
      },
    ]) => ({
      mrn,
      ehrId: `of-${mrn}`,
      mergedInto: null,
      firstName,
      lastName,
      dob,
      gender: "female",
      phone: "(303) 555-0101",
      email: "",
      address: { street: "", city: "", state: "", zip: "" },
    }),
  );
  const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
  await withTenant(tenant, (tx) => syncedPatients.store(tx, tenant, { records, asOf: 1 }, context));
});

const read = async (route: typeof GET, path: string, query: string) =>
  (await call(route, "GET", `${path}?${new URLSearchParams({ query })}`, { headers: clinic.headers })).body;

const cases = (kind: "exact" | "similar") =>
  Object.entries(PEOPLE).flatMap(([mrn, found]) =>
    (found[kind] ?? "")
      .split("|")
      .filter(Boolean)
      .map((query) => [query, mrn] as const),
  );

describe("a name as people type it", () => {
  it.each(cases("exact"))("%s is found as it is written", async (query, mrn) => {
    const { patient_matches: matches } = await read(GET, "/patient-matches", query);
    expect(matches[0]).toMatchObject({ patient: { mrn }, match: "exact" });
    expect((await read(GET_LIST, "/patients", query)).patients).toContainEqual(expect.objectContaining({ mrn }));
  });

  it.each(cases("similar"))("%s is found, marked as similar", async (query, mrn) => {
    const { patient_matches: matches } = await read(GET, "/patient-matches", query);
    expect(matches[0]).toMatchObject({ patient: { mrn }, match: "similar" });
  });

  it.each(["]C1A-22", "MRN: A-22", "*a-22*", "\u0002]d2A-22\r\n"])("%j is read as the scanned MRN", async (query) => {
    const { patient_matches: matches } = await read(GET, "/patient-matches", query);
    expect(matches[0]).toMatchObject({ patient: { mrn: "A-22" }, match: "mrn" });
  });
});
