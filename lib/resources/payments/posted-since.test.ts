import { expect, it } from "vitest";
import type { WrittenPayment } from "./list.ts";
import { postedSince } from "./posted-since.ts";

const paid = (amount: number, time: string, status: WrittenPayment["status"] = "completed") => ({
  amount,
  status,
  created_at: `2026-03-02T${time}:00-05:00`,
});
const since = "2026-03-02T14:10:00Z";

it("adds up what was confirmed after the moment, in cents", () => {
  const payments = [paid(0.1, "09:34"), paid(0.2, "09:12"), paid(40, "09:09")];
  expect(postedSince(payments, since)).toEqual({ amount: 0.3, payments: 2, lastAt: "2026-03-02T14:34:00.000Z" });
});

it("is nothing for payments that failed, wait, or are in what was read", () => {
  expect(postedSince([paid(40, "09:34", "failed"), paid(40, "09:34", "queued"), paid(40, "09:10")], since)).toBeNull();
  expect(postedSince([], since)).toBeNull();
});
