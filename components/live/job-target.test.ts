import { expect, test } from "vitest";
import { targetOf } from "./job-target.ts";

test("the record of an address is found among the acceptance's identifiers", () => {
  expect(targetOf("/referrals/{id}", { referral_id: "r1" })).toEqual({ id: "r1" });
  expect(targetOf("/recalls/{id}/actions", { recall_id: "c1" })).toEqual({ id: "c1" });
  expect(targetOf("/payments", { payment_id: "p1" })).toEqual({});
  expect(targetOf("/referrals/{id}", {})).toEqual({});
});
