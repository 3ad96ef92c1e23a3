import { expect, test } from "vitest";
import { targetOf, targetRecords } from "./job-target.ts";

test("finds the record of a path among the acceptance's identifiers", () => {
  expect(targetOf("/referrals/{id}", { referral_id: "r1" })).toEqual({ id: "r1" });
  expect(targetOf("/recalls/{id}/actions", { recall_id: "c1" })).toEqual({ id: "c1" });
  expect(targetOf("/payments", { payment_id: "p1" })).toEqual({});
  expect(targetOf("/referrals/{id}", {})).toEqual({});
});

test("names the record of a path as results do", () => {
  expect(targetRecords("/recalls/{id}/actions", { recall_id: "c1", job_id: "7" })).toEqual({ recall_id: "c1" });
  expect(targetOf("/appointments/{id}/cancel", { appointment_id: "a1" })).toEqual({ id: "a1" });
  expect(targetRecords("/referrals", { referral_id: "r1" })).toEqual({});
});
