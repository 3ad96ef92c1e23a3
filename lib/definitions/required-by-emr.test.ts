import { expect, test } from "vitest";
import { createTask } from "#lib/resources/tasks/create/definition";
import { requiredByEmr } from "./required-by-emr.ts";

test("returns the fields of the operation's capability, for new records alone", () => {
  const fields = { tasks: ["subject"], referrals: ["notes"] };
  expect(requiredByEmr(createTask, fields)).toEqual(["subject"]);
  expect(requiredByEmr({ capability: "referrals", method: "POST" }, fields)).toEqual(["notes"]);
  expect(requiredByEmr({ capability: "referrals", method: "PATCH" }, fields)).toEqual([]);
  expect(requiredByEmr({ capability: "orders", method: "POST" }, fields)).toEqual([]);
  expect(requiredByEmr({ capability: null, method: "POST" }, fields)).toEqual([]);
});
