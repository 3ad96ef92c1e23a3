import { expect, it } from "vitest";
import { TYPED_AMOUNTS, TYPED_BIRTH_DATES, TYPED_DEADLINES, type Typed } from "#lib/testing/typed-as-people-do";
import { readAmount } from "./typed-amount.ts";
import { readDate } from "./typed-date.ts";

const named = (cases: readonly Typed[]) =>
  cases.map(([text, meaning]) => [JSON.stringify(text), meaning, text] as const);

const now = new Date("2026-11-27T15:00:00Z");

it.each(named(TYPED_DEADLINES))("reads %s as %j, or says what it lacks", (_, meaning, text) => {
  const read = readDate(text, { range: "deadline", now });
  expect(read.kind === "day" ? read.day : "").toBe(meaning);
  expect(read.kind).not.toBe("none");
});

it.each(named(TYPED_BIRTH_DATES))("reads the birth date %s as %j, or says what it lacks", (_, meaning, text) => {
  const read = readDate(text, { range: "birth", now });
  expect(read.kind === "day" ? read.day : "").toBe(meaning);
  expect(read.kind).not.toBe("none");
});

it.each(named(TYPED_AMOUNTS))("reads the amount %s as %j, or as none", (_, meaning, text) => {
  const read = readAmount(text);
  // What is no amount of a payment is refused by its own limits.
  expect(read.kind === "amount" && read.amount > 0 ? String(read.amount) : "").toBe(meaning);
  expect(read.kind).not.toBe("none");
});
