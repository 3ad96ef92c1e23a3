import { expect, it } from "vitest";
import { findOperation } from "#lib/catalog/catalog";
import { leftOut } from "./left-out.ts";

const form = findOperation("tasks:create")?.form ?? {};
const of = (required: readonly string[], kept: readonly string[] = []) =>
  leftOut(
    form,
    (name) => required.includes(name),
    (name) => kept.includes(name),
  );

it("a task has one person and one place", () => {
  expect(of([])).toEqual(["assignee_user_id", "facility_id"]);
  expect(of(["subject"])).toEqual(["assignee_user_id", "facility_id"]);
});

it("where the EMR requires the other field, that one is shown instead", () => {
  expect(of(["assignee_user_id"])).toEqual(["assigned_to", "facility_id"]);
});

it("what has a value or an error is shown, so that nothing is sent unseen", () => {
  expect(of([], ["facility_id"])).toEqual(["assignee_user_id"]);
  expect(of(["assignee_user_id"], ["assigned_to", "facility_id"])).toEqual([]);
});
