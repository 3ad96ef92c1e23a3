import type { WrittenPayment } from "./list.ts";

/** What was paid here after a moment. */
export interface Posted {
  /** In the account's currency. */
  amount: number;
  payments: number;
  /** When the last of them was sent: ISO 8601. */
  lastAt: string;
}

/** Returns what payments that the EMR has confirmed add up to since a moment (ISO 8601); null for none. */
export function postedSince(
  payments: readonly Pick<WrittenPayment, "amount" | "status" | "created_at">[],
  since: string,
): Posted | null {
  const posted = payments.filter(
    ({ status, created_at }) => status === "completed" && Date.parse(created_at) > Date.parse(since),
  );
  if (posted.length === 0) return null;
  const cents = posted.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const last = Math.max(...posted.map(({ created_at }) => Date.parse(created_at)));
  return { amount: cents / 100, payments: posted.length, lastAt: new Date(last).toISOString() };
}
