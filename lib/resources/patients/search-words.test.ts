import { describe, expect, it } from "vitest";
import { searchTextOf } from "./search-text.ts";
import { patientConditions, typedPerson } from "./search-words.ts";

const found = searchTextOf({
  firstName: "Ana",
  lastName: "Ávila",
  mrn: "MRN-100123",
  phone: "740-555-8861",
  dob: "1980-05-17",
});

const finds = (query: string) =>
  patientConditions(query).every((ways) => ways.some((texts) => texts.every((text) => found.includes(text))));

it.each([
  "7405558861",
  "740-555-8861",
  "(740) 555-8861",
  "(740) 5558861",
  "(740)5558861",
  "740 555 8861",
  "740.555.8861",
  "740/555-8861",
  "740 – 555 – 8861",
  "+1 740 555 8861",
  "+17405558861",
  "1-740-555-8861",
  "555-8861",
  "55 58 861",
  "(740)",
  "ana (740) 555 8861",
  "Ávila, Ana 740 5558861",
  "100123 740 555 8861",
  "avila 1980-05-17 555-8861",
  "mrn-100123",
  "mrn100123",
  "MRN 100123",
  "*MRN-100123*",
  "]C1MRN-100123",
  "\u0002]d2MRN-100123\r\n",
  "MRN: 100123",
  "1980-05-17",
  "5/17/80",
  "17-May-1980",
  "05.17.1980",
  "17.05.1980",
  "1980",
  "avila 5/17/80",
  "5/17/1980 Ana",
  "ana may 17, 1980",
  "17 May 1980 avila",
  "05171980",
  "051780",
  "19800517",
  "A\u0301vila",
])("finds a patient by %s", (query) => expect(finds(query)).toBe(true));

it.each(["(740) 5558862", "741 555 8861", "bo (740) 555-8861", "1980-05-18", "100124", "mrn100124", "mrx100123"])(
  "does not find a patient by %s",
  (query) => expect(finds(query)).toBe(false),
);

const named = (firstName: string, lastName: string) =>
  searchTextOf({ firstName, lastName, mrn: "MRN-1", phone: "", dob: null });

it.each([
  ["Seán", "O’Brien", ["o'brien", "O’Brien", "obrien", "o brien", "OʼBrien", "sean", "Sea\u0301n obrien"]],
  ["Mary", "Smith-Jones", ["smith-jones", "smith jones", "smithjones", "Smith–Jones", "jones"]],
  ["Søren", "Łukaszewicz", ["soren", "Søren", "lukaszewicz", "Łukaszewicz", "SØREN"]],
  ["Işıl", "Groß", ["isil", "Işıl", "gross", "Groß", "groß"]],
  ["Anne-Marie", "D'Angelo", ["annemarie", "anne marie", "dangelo", "d’angelo", "D´Angelo, Anne"]],
  ["Jose\u0301", "Nuñez", ["josé", "jose", "nunez", "Nun\u0303ez"]],
])("finds %s %s as it is heard and typed", (firstName, lastName, queries) => {
  const text = named(firstName, lastName);
  const missed = queries.filter(
    (query) =>
      !patientConditions(query).every((ways) => ways.some((texts) => texts.every((each) => text.includes(each)))),
  );
  expect(missed).toEqual([]);
});

describe("typedPerson", () => {
  it.each<[string, ReturnType<typeof typedPerson>]>([
    ["Ana Ávila", { first_name: "Ana", last_name: "Ávila" }],
    ["Ávila, Ana", { first_name: "Ana", last_name: "Ávila" }],
    ["van der Berg, Anna Maria", { first_name: "Anna Maria", last_name: "van der Berg" }],
    ["Ávila", { last_name: "Ávila" }],
    ["Ana Ávila 3/4/1980", { first_name: "Ana", last_name: "Ávila", dob: "1980-03-04" }],
    ["Ana Ávila Mar 4, 1980", { first_name: "Ana", last_name: "Ávila", dob: "1980-03-04" }],
    ["1980-03-04 Ana Ávila", { first_name: "Ana", last_name: "Ávila", dob: "1980-03-04" }],
    ["03041980", { dob: "1980-03-04" }],
    ["Ana Ávila (740) 555 0101", { first_name: "Ana", last_name: "Ávila", phone: "(740) 555 0101" }],
    [
      "Ana 740-555-0101 Ávila 3/4/80",
      { first_name: "Ana", last_name: "Ávila", phone: "740-555-0101", dob: "1980-03-04" },
    ],
    ["7405550101", { phone: "7405550101" }],
    ["Ana Ávila 2/30/1984", { first_name: "Ana", last_name: "Ávila" }],
    ["Ana Ávila 1984-02-31", { first_name: "Ana", last_name: "Ávila" }],
    ["MRN-12345", {}],
    ["0101", {}],
    ["", {}],
  ])("reads %j", (text, person) => expect(typedPerson(text)).toEqual(person));
});
