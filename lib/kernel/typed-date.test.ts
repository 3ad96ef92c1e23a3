import { expect, it } from "vitest";
import { readTypedDate } from "./typed-date.ts";

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
  ["3/2-1980", null],
  ["Marsh 2, 1980", null],
  ["Feb 30, 1980", null],
  ["02.03.1980", null],
  ["Okafor", null],
  ["", null],
])("parses %j as the day %j", (text, date) => expect(readTypedDate(text, new Date("2026-06-01T12:00:00Z"))).toBe(date));
