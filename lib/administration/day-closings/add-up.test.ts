import { expect, it } from "vitest";
import { type CountedPayment, sumOf, totalsOf } from "./add-up.ts";

const pat = { kind: "user", id: "1", name: "Pat" } as const;
const payment = (given: Partial<CountedPayment> = {}): CountedPayment => ({
  amount: "45.50",
  paymentMethod: "Cash",
  location: "LOC-1",
  depositDate: "2026-03-02",
  person: pat,
  ...given,
});

it("sums are exact to the cent", () => {
  expect(sumOf([])).toEqual({ count: 0, amount: "0.00" });
  expect(sumOf(Array.from({ length: 5_003 }, () => ({ amount: "0.01" })))).toEqual({ count: 5_003, amount: "50.03" });
  expect(sumOf([{ amount: "0.10" }, { amount: "0.20" }])).toEqual({ count: 2, amount: "0.30" });
  // More cents than a number holds.
  expect(sumOf(Array.from({ length: 20_000 }, () => ({ amount: "9999999999.99" }))).amount).toBe("199999999999800.00");
});

it("adds up by method in whatever case, location, person and day of deposit", () => {
  const sam = { kind: "user", id: "2", name: "Pat" } as const;
  const names = new Map([["LOC-1", "Main"]]);
  const totals = totalsOf(
    [
      payment(),
      payment({ amount: "0.01", paymentMethod: " cash " }),
      payment({ amount: "100.00", paymentMethod: "Check", location: "LOC-9", depositDate: "2026-03-01", person: sam }),
    ],
    names,
  );
  expect(totals).toEqual({
    count: 3,
    amount: "145.51",
    by_method: [
      { payment_method: "Cash", count: 2, amount: "45.51" },
      { payment_method: "Check", count: 1, amount: "100.00" },
    ],
    by_location: [
      { location_id: "LOC-9", location_name: null, count: 1, amount: "100.00" },
      { location_id: "LOC-1", location_name: "Main", count: 2, amount: "45.51" },
    ],
    // Two people of one name are two people.
    by_person: [
      { person: pat, count: 2, amount: "45.51" },
      { person: sam, count: 1, amount: "100.00" },
    ],
    by_deposit_date: [
      { deposit_date: "2026-03-01", count: 1, amount: "100.00" },
      { deposit_date: "2026-03-02", count: 2, amount: "45.51" },
    ],
  });
});
