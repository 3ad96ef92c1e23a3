import { expect, it } from "vitest";
import { scannedText } from "./scanned-text.ts";

it.each([
  ["MRN-10004", "MRN-10004"],
  ["]C1MRN-10004", "MRN-10004"],
  ["\u0002]d200417\r\n", "00417"],
  ["MRN: 417", "417"],
  ["mrn#417\t", "417"],
  ["*MRN-10004*", "MRN-10004"],
  ["]A0*MRN-10004*\r", "MRN-10004"],
  ["  Ann Lee ", "Ann Lee"],
  ["MRN", "MRN"],
  ["]", "]"],
  ["", ""],
])("reads %j as %j", (text, code) => expect(scannedText(text)).toBe(code));
