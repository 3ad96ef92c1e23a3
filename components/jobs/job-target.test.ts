import { expect, test } from "vitest";
import { targetOf, targetRecords } from "./job-target.ts";

test("the record of an address is found among the acceptance's identifiers", () => {
  expect(targetOf("/referrals/{id}", { referral_id: "r1" })).toEqual({ id: "r1" });
  expect(targetOf("/recalls/{id}/actions", { recall_id: "c1" })).toEqual({ id: "c1" });
  expect(targetOf("/payments", { payment_id: "p1" })).toEqual({});
  expect(targetOf("/referrals/{id}", {})).toEqual({});
});

test("the record of an address keeps the name that results have for it", () => {
  expect(targetRecords("/recalls/{id}/actions", { recall_id: "c1", job_id: "7" })).toEqual({ recall_id: "c1" });
  expect(targetRecords("/referrals", { referral_id: "r1" })).toEqual({});
});
