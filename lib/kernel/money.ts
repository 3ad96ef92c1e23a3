import { numberLocale } from "./shown-locale.ts";

/** Every amount is in this currency: the interface carries none (interface 4.6), and its EMRs bill in dollars. */
export const CURRENCY = "USD";

/** An amount for people, with its currency and two decimals. */
export const formatMoney = (amount: number | string): string =>
  new Intl.NumberFormat(numberLocale(), { style: "currency", currency: CURRENCY }).format(Number(amount));
