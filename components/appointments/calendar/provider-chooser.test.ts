import { expect, test } from "vitest";
import { chosenNext } from "./provider-chooser.tsx";

test.each([
  [["101"], ["101", "102"], ["101", "102"]],
  [["101"], [], []],
  [["101"], ["101", "all"], ["all"]],
  [["all", "101", "102"], ["all", "101"], ["101"]],
  [["all", "101", "102"], ["101", "102"], []],
])("changing the selection from %j to %j shows %j", (before, next, shown) =>
  expect(chosenNext(before, next)).toEqual(shown),
);
