import type { Actor } from "#lib/kernel/principal";
import type { PaymentTotals } from "./model.ts";

/** A payment of a day, as far as sums need it. */
export interface CountedPayment {
  /** PostgreSQL's `numeric`, with two decimals. */
  amount: string;
  paymentMethod: string;
  location: string;
  depositDate: string;
  person: Actor;
}

/** Returns an amount in cents: sums in cents are exact, whatever their number. */
const centsOf = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** Returns cents as decimal text with two places. */
const amountOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

interface Sum {
  count: number;
  amount: string;
}

/** Returns how many payments there are, and what they come to. */
export const sumOf = (payments: readonly Pick<CountedPayment, "amount">[]): Sum => ({
  count: payments.length,
  amount: amountOf(payments.reduce((sum, { amount }) => sum + centsOf(amount), 0n)),
});

/** Returns the sum of each group, with what `named` says of the group's first payment, in the order of `orderOf`. */
function grouped<Payment extends CountedPayment, Named extends object>(
  payments: readonly Payment[],
  keyOf: (payment: Payment) => string,
  named: (payment: Payment) => Named,
  orderOf: (of: Named) => string,
): (Named & Sum)[] {
  const groups = [...Map.groupBy(payments, keyOf).values()];
  return groups
    .flatMap((of) => (of[0] ? [{ ...named(of[0]), ...sumOf(of) }] : []))
    .sort((one, other) => orderOf(one).localeCompare(orderOf(other), "en"));
}

/**
 * Adds payments up by method, location, person and day of deposit. Methods are the same in whatever case they were written, as
 * the EMR takes them (interface 4.6). `names`: the names of the locations by their EMR ids.
 */
export function totalsOf(payments: readonly CountedPayment[], names: ReadonlyMap<string, string>): PaymentTotals {
  return {
    ...sumOf(payments),
    by_method: grouped(
      payments,
      ({ paymentMethod }) => paymentMethod.trim().toLowerCase(),
      ({ paymentMethod }) => ({ payment_method: paymentMethod.trim() }),
      (of) => of.payment_method,
    ),
    by_location: grouped(
      payments,
      ({ location }) => location,
      ({ location }) => ({ location_id: location, location_name: names.get(location) ?? null }),
      (of) => of.location_name ?? of.location_id,
    ),
    by_person: grouped(
      payments,
      ({ person }) => `${person.kind} ${person.id}`,
      ({ person: { kind, id, name } }) => ({ person: { kind, id, name } }),
      (of) => of.person.name,
    ),
    by_deposit_date: grouped(
      payments,
      ({ depositDate }) => depositDate,
      ({ depositDate }) => ({ deposit_date: depositDate }),
      (of) => of.deposit_date,
    ),
  };
}
