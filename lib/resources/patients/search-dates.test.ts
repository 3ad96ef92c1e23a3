import { expect, it } from "vitest";
import { birthDatesAt, reasonAgainstDateIn, searchedWords } from "./search-dates.ts";

const now = new Date("2026-11-20T15:00:00Z");
const reasonOf = (query: string) => reasonAgainstDateIn(query, { now });

it.each([
  ["2/30/1984", "February has 28 or 29 days"],
  ["02/30/84", "February has 28 or 29 days"],
  ["2-30-1984", "February has 28 or 29 days"],
  ["2 30 1984", "February has 28 or 29 days"],
  ["2 / 30 / 1984", "February has 28 or 29 days"],
  ["1984-02-31", "February has 28 or 29 days"],
  ["Feb 30 1984", "February has 28 or 29 days"],
  ["Feb. 30th, 1984", "February has 28 or 29 days"],
  ["30 Feb 1984", "February has 28 or 29 days"],
  ["30-FEB-84", "February has 28 or 29 days"],
  ["2/29/1983", "February 1983 has 28 days"],
  ["6/31/1984", "June has 30 days"],
  ["June 31", "June has 30 days"],
  ["June 30", "Add the year"],
  ["DOB: 2/30/1984", "February has 28 or 29 days"],
  ["mar 80", "Add the day: 11/25/2026 or Nov 25, 2026"],
  ["MAR321980", "March has 31 days"],
  ["6/30", "Add the year"],
  ["13/13/1984", "There is no month 13. The month comes first, as in 11/25/2026"],
  ["25/11/1984", "There is no month 25. The month comes first, as in 11/25/2026"],
  ["1984-13-01", "There is no month 13. The month comes first, as in 11/25/2026"],
  ["Febuary 3 1984", "Write the month as Nov or 11: 11/25/2026 or Nov 25, 2026"],
  ["0/5/1984", "Write the month as Nov or 11: 11/25/2026 or Nov 25, 2026"],
  ["5/0/1984", "There is no day 0"],
  ["3/4/2031", "This day is in the future"],
  ["3/4/1084", "year from 1850 to 2026 for a birth date"],
  ["12/3/2026", "This day is in the future"],
  ["Mon Mar 4 1980", "That day is a Tuesday"],
  ["hernandez 2/30/1984", "February has 28 or 29 days"],
  ["Hernandez, Rosa Feb 30, 1984", "February has 28 or 29 days"],
  ["Feb 30, 1984 Hernandez", "February has 28 or 29 days"],
  ["3/4/1980 2/30/1984", "February has 28 or 29 days"],
])("says why %j has no birth date, as the forms do", (query, reason) =>
  expect(reasonOf(query)).toMatch(new RegExp(`${reason}$`, "i")),
);

it.each([
  ...["", "  ", "-", "hernandez", "may", "mar", "Hernandez, Rosa", "april june", "o'brien", "3", "12"],
  ...[
    "3/4/1980",
    "3/4/80 hernandez",
    "Mar 4 1980",
    "Tue Mar 4 1980",
    "rosa 4-Mar-80",
    "1980-03-04 555-8861",
    "03.04.1980",
  ],
  ...["02301984", "023084", "13131984", "5551234", "0000", "99999999", "1984", "1984-02", "12 34", "12-34", "12 34 56"],
  ...[
    "MRN-100123",
    "mrn 2301984",
    "A-13-13-1984",
    "100123",
    "555-8861",
    "(740) 555-8861",
    "740 555 8861",
    "1-740-555-8861",
  ],
  ...["+1 740.555.8861", "740/555-8861", "55 58 861", "hernandez 8861", "smith 12", "#42", "13/13/19840"],
])("has nothing against %j, which is no date, or one that can be", (query) => expect(reasonOf(query)).toBeNull());

it("asks for the month's name where a search that takes one day was given a date that can be two", () => {
  expect(reasonAgainstDateIn("03.04.1980", { now, takesOne: true })).toBe(
    "Write the month by its name, as it can be either number",
  );
  expect(reasonAgainstDateIn("03.25.1980", { now, takesOne: true })).toBeNull();
});

it.each([
  ["03/02/1980", "1980-03-02"],
  [" 3/2/1980 ", "1980-03-02"],
  ["1980-03-02", "1980-03-02"],
  ["02/30/1980", null],
  ["13/01/1980", null],
  ["3/2/80", "1980-03-02"],
  ["3/2/26", "2026-03-02"],
  ["3/2/27", "1927-03-02"],
  ["03-02-1980", "1980-03-02"],
  ["Mar 2, 1980", "1980-03-02"],
  ["march 2 1980", "1980-03-02"],
  ["2 Sept. 1980", "1980-09-02"],
  ["02-MAR-80", "1980-03-02"],
  ["MAR021980", "1980-03-02"],
  ["DOB 3/2/1980", "1980-03-02"],
  ["dob:3/2/80", "1980-03-02"],
  ["(3/2/1980)", "1980-03-02"],
  ["3/2-1980", null],
  ["Marsh 2, 1980", null],
  ["Feb 30, 1980", null],
  ["02.03.1980", "1980-02-03 1980-03-02"],
  ["03021980", null],
  ["5551234", null],
  ["3/2", null],
  ["Okafor", null],
  ["", null],
])("reads the search %j as the birth date %j", (text, days) => {
  const words = searchedWords(text);
  const read = birthDatesAt(words, 0, now);
  expect(read?.count === words.length ? read.days.join(" ") : null).toBe(days);
});
