import { expect, it } from "vitest";
import { mayBeSame, type Person } from "./near-person.ts";

const ana: Person = { firstName: "Ana", lastName: "Ávila", dob: "1980-03-04", phone: "(740) 555-0101" };

it.each<[string, Partial<Person>]>([
  ["the same name", {}],
  ["a name without accents", { lastName: "Avila" }],
  ["other capitals", { firstName: "ANA", lastName: "ÁVILA" }],
  ["a letter wrong", { lastName: "Avilla" }],
  ["both names exchanged", { firstName: "Ávila", lastName: "Ana" }],
  ["a second first name", { firstName: "Ana María" }],
  ["a longer first name", { firstName: "Anastasia" }],
  ["a last name of two parts", { lastName: "Ávila-López" }],
  ["the last name alone", { firstName: "", lastName: "Avila" }],
  ["both names in one", { firstName: "", lastName: "Ana Ávila" }],
])("finds a person with %s", (_name, change) => {
  const other = { ...ana, phone: "", ...change };
  expect([mayBeSame(ana, other), mayBeSame(other, ana)]).toEqual([true, true]);
});

it.each<[string, Partial<Person>, Partial<Person>]>([
  ["umlauts as two letters", { firstName: "Jörg", lastName: "Müller" }, { firstName: "Joerg", lastName: "Mueller" }],
  ["an apostrophe", { lastName: "O'Brien" }, { lastName: "OBrien" }],
  ["particles as one word", { lastName: "van der Berg" }, { lastName: "Vanderberg" }],
  ["East Asian letters", { firstName: "芳", lastName: "王" }, { firstName: "芳", lastName: "王" }],
  ["names of two letters", { firstName: "Bo", lastName: "Li" }, { firstName: "Bo", lastName: "Li" }],
])("finds a person with %s", (_name, one, other) => {
  expect(mayBeSame({ ...ana, ...one }, { ...ana, phone: null, ...other })).toBe(true);
});

it.each<[string, Partial<Person>]>([
  ["the same number", {}],
  ["the number in another form, with the country's", { phone: "+1 740 555 0101" }],
  ["the number as the mobile one", { phone: "", mobilePhone: "740.555.0101" }],
])("finds another name with %s", (_name, change) => {
  expect(mayBeSame(ana, { ...ana, firstName: "Quentin", lastName: "Zhou", ...change })).toBe(true);
});

it.each<[string, Partial<Person>]>([
  ["another birth date", { dob: "1980-04-03" }],
  ["no birth date", { dob: null }],
  ["a twin's first name and another number", { firstName: "Berta", phone: "740-555-0102" }],
  ["another last name and number", { lastName: "Zhou", phone: "740-555-0102" }],
  ["too few digits in common", { firstName: "Berta", phone: "0101" }],
])("keeps apart a person with %s", (_name, change) => {
  const other = { ...ana, ...change };
  expect([mayBeSame(ana, other), mayBeSame(other, ana)]).toEqual([false, false]);
});

it("keeps apart two people without any number", () => {
  const [one, other] = [
    { ...ana, phone: "" },
    { ...ana, firstName: "Berta", phone: "" },
  ];
  expect(mayBeSame(one, other)).toBe(false);
});
