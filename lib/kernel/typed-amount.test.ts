import { expect, it } from "vitest";
import { ASKED_AMOUNTS, TYPED_AMOUNTS } from "#lib/testing/typed-amounts";
import { readAmount } from "./typed-amount.ts";

it("reads amounts as people type and paste them, and says what it cannot read", () => {
  expect(TYPED_AMOUNTS.length).toBeGreaterThan(85);
  const wrong = TYPED_AMOUNTS.flatMap(({ text, amounts: [amount] }) => {
    const read = readAmount(text);
    const isRight = amount === undefined ? read.kind === "unread" : read.kind === "amount" && read.amount === amount;
    return isRight ? [] : [{ text, amount, read }];
  });
  expect(wrong).toEqual([]);
});

it.each(ASKED_AMOUNTS)("asks what $text means", ({ text, amounts }) =>
  expect(readAmount(text)).toEqual({ kind: "question", amounts }),
);

it.each([
  ["1.250,5", { kind: "amount", amount: 1250.5 }],
  ["25,50", { kind: "amount", amount: 25.5 }],
  ["1.250", { kind: "amount", amount: 1250 }],
  ["25.50", { kind: "question", amounts: [25.5, 2550] }],
  ["1,250", { kind: "question", amounts: [1.25, 1250] }],
])("reads %s where a comma stands before the cents", (text, read) => expect(readAmount(text, ",")).toEqual(read));

it("reads nothing from blank text, and every amount as it is shown", () => {
  expect(readAmount("  ")).toEqual({ kind: "none" });
  const shown = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  for (let cents = 1; cents < 3_000_000; cents += 997) {
    expect(readAmount(shown.format(cents / 100))).toEqual({ kind: "amount", amount: cents / 100 });
  }
});
