import { numberLocale } from "./shown-locale.ts";

/** Currency of every amount: the interface has none (interface 4.6), and its EMRs bill in dollars. */
export const CURRENCY = "USD";

/** Formats an amount with its currency and two decimals. */
export const formatMoney = (amount: number | string): string =>
  new Intl.NumberFormat(numberLocale(), { style: "currency", currency: CURRENCY }).format(Number(amount));
