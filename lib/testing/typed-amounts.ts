/** What people type and paste as an amount of dollars, by the amount that it means. */
const BY_AMOUNT: Record<string, string> = {
  "60": "60|60.|60.0|60.00|$60|$60.00|$ 60.00|60$|60 $|USD 60|60 USD|usd 60.00|US$60|US$ 60.00|60 dollars|060|0060.00| 60 |６０|＄60.00|​60.00|\t60.00\n|60.0000",
  "45.5": "45.5|45.50|$45.50|0045.50|45.50 USD|45.500000|USD$45.50",
  "0.5": ".5|.50|0.5|0.50|$.50|$0.50|00.50",
  "1": "1|1.00|$1|1 dollar",
  "1250": "1250|1,250|1,250.00|$1,250.00|1250.00|1 250|1 250.00|1 250.00|$1250|1,250.|USD 1,250",
  "25500": "25,500|25500|$25,500.00|25 500",
  "1234567.89": "1234567.89|1,234,567.89|$1,234,567.89|1 234 567.89",
  "12.34": "12.34|$12.34|12.34 $",
  "9999999999.99": "9999999999.99|9,999,999,999.99",
};

/** What can be meant by separators that are not those of the United States. */
const QUESTIONS: Record<string, number[]> = {
  "25,50": [25.5, 2550],
  "$25,50": [25.5, 2550],
  "25,5": [25.5, 255],
  "1234,56": [1234.56, 123456],
  "1.234,56": [1234.56],
  "1,234,56": [1234.56, 123456],
  "1.234.567": [1234567],
  "1'250": [1250],
  "1'250.00": [1250],
  "1 250,00": [1250],
  "12,34,567": [1234567],
  "0,50": [0.5, 50],
  "0,500": [500],
  "1,2345": [12345],
  "1.250": [1.25, 1250],
  "1.234": [1234],
  "60,00": [60, 6000],
  "25 50": [25.5],
  "2550,00": [2550, 255000],
};

const UNREAD =
  "abc|sixty|60k|1e3|6O.00|l0|-60|60-|(60.00)|−60|$-60.00|60.00 CR|€60|60 EUR|£60|60.00.00|60..00|1,|,50|,|.|$|60,00,|60/2|60+5|60.00 70.00 80.00 90|#60|60%|60 and 5|0x10|Infinity|NaN|60;00|60:00|six|1,250,00,00.5.5|60.00 per visit|60²|²|①|60½|0.999|1234.567|12.3456|1,000.555|+60|$+60|60. 00|60¢|=60|~60|U.S. $60|C$60|99999999999999999999999999999999999999999999999";

const MEANT = [
  0.01, 0.1, 0.99, 1, 5, 7.25, 9.99, 10, 12.5, 19.99, 20.05, 45.5, 60, 75, 88.25, 100, 120, 250.75, 999.99, 1000, 1250,
  2550, 12345.67, 99999.95, 1000000,
];

const inGroups = (amount: number, separator = ",") =>
  amount.toLocaleString("en-US", { minimumFractionDigits: 2 }).replaceAll(",", separator);

/** The ways in which people in the United States write and paste an amount, by its digits. */
const WAYS: readonly ((amount: number) => string)[] = [
  (amount) => String(amount),
  (amount) => amount.toFixed(2),
  (amount) => inGroups(amount),
  (amount) => `$${inGroups(amount)}`,
  (amount) => `$ ${amount.toFixed(2)}`,
  (amount) => `${amount.toFixed(2)} $`,
  (amount) => `USD ${inGroups(amount)}`,
  (amount) => `${amount.toFixed(2)}\u00a0USD`,
  (amount) => `US$${amount}`,
  (amount) => `\u00a0\u200b${amount.toFixed(2)}\t`,
  (amount) => inGroups(amount, "\u202f"),
  (amount) => `00${amount.toFixed(2)}00`,
  (amount) => amount.toFixed(2).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
];

/** 325 amounts as people in the United States write and paste them, with the amount that each means. */
export const WRITTEN_AMOUNTS: readonly { text: string; amount: number }[] = MEANT.flatMap((amount) =>
  WAYS.map((write) => ({ text: write(amount), amount })),
);

/** The same amounts by people whose cents stand behind a comma. */
export const COMMA_AMOUNTS: readonly { text: string; amount: number }[] = MEANT.flatMap((amount) => {
  const plain = amount.toFixed(2).replace(".", ",");
  const grouped = (separator: string) => inGroups(amount, "_").replace(".", ",").replaceAll("_", separator);
  return [plain, `$${plain}`, `${plain} $`, grouped("."), grouped(" ")].map((text) => ({ text, amount }));
});

/** More than 90 amounts as people type and paste them: none for a text that is no amount, several for a question. */
export const TYPED_AMOUNTS: readonly { text: string; amounts: number[] }[] = [
  ...Object.entries(BY_AMOUNT).flatMap(([amount, texts]) =>
    texts.split("|").map((text) => ({ text, amounts: [Number(amount)] })),
  ),
  ...UNREAD.split("|").map((text) => ({ text, amounts: [] })),
];

/** Amounts that are asked back, with the answers that are offered. */
export const ASKED_AMOUNTS = Object.entries(QUESTIONS).map(([text, amounts]) => ({ text, amounts }));
