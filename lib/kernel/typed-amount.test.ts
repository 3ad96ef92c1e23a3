import { expect, it } from "vitest";
import { ASKED_AMOUNTS, COMMA_AMOUNTS, TYPED_AMOUNTS, WRITTEN_AMOUNTS } from "#lib/testing/typed-amounts";
import { amountInWords } from "./amount-words.ts";
import { readAmount } from "./typed-amount.ts";

const NUMBERS = Object.fromEntries([
  ...Array.from({ length: 100 }, (_, count) => [amountInWords(count).split(" ")[0], count] as const),
  ["thousand", 1e3],
  ["million", 1e6],
]);

/** Returns the whole number that words say. */
function saidNumber(words: string): number {
  let [total, group] = [0, 0];
  for (const word of words.split(" ")) {
    if (word === "hundred") group *= 100;
    else if (word === "thousand" || word === "million") [total, group] = [total + group * (NUMBERS[word] ?? 0), 0];
    else group += NUMBERS[word] ?? Number.NaN;
  }
  return total + group;
}

/** Returns the amount that words say: "two dollars and ten cents". */
function saidAmount(words: string): number {
  const [, dollars = "", cents = "zero"] = /^(.+) dollars?(?: and (.+) cents?)?$/.exec(words) ?? [];
  return (saidNumber(dollars) * 100 + saidNumber(cents)) / 100;
}

it("reads amounts as people type and paste them, and says what it cannot read", () => {
  expect(TYPED_AMOUNTS.length).toBeGreaterThan(85);
  const wrong = TYPED_AMOUNTS.flatMap(({ text, amounts: [amount] }) => {
    const read = readAmount(text);
    const isRight = amount === undefined ? read.kind === "unread" : read.kind === "amount" && read.amount === amount;
    return isRight ? [] : [{ text, amount, read }];
  });
  expect(wrong).toEqual([]);
});

it("reads 325 written amounts as what they mean, and says them back in words as the same", () => {
  expect(WRITTEN_AMOUNTS).toHaveLength(325);
  for (const { text, amount } of WRITTEN_AMOUNTS) {
    expect([text, readAmount(text)]).toEqual([text, { kind: "amount", amount }]);
    expect([text, saidAmount(amountInWords(amount))]).toEqual([text, amount]);
  }
});

it("asks about cents behind a comma, with the amount that is meant, and reads them where they stand so", () => {
  for (const { text, amount } of COMMA_AMOUNTS) {
    const read = readAmount(text);
    expect([text, read]).toEqual([text, { kind: "question", amounts: expect.arrayContaining([amount]) }]);
    expect([text, readAmount(text, ",")]).toEqual([text, { kind: "amount", amount }]);
  }
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
