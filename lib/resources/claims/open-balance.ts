import type { ClaimRecord } from "./model.ts";

const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** Returns the amount that is open on these claims, in dollars; claims with a credit lower it. */
export const openBalance = (claims: readonly Pick<ClaimRecord, "balance">[]): number =>
  claims.reduce((sum, { balance }) => sum + cents(balance), 0) / 100;
