import { expect, test } from "vitest";
import { carriedValues } from "./carried-values.ts";
import { valuesToSend } from "./values-to-send.ts";

const first = { reason: "Knee pain", notes: "Call first", visits_allowed: 5 };
const second = { reason: "Headache", status: "Authorized" };

test("a record selected in an empty form fills it, so that nothing differs", () => {
  const blank = { id: "r1", reason: "", notes: "", status: "", visits_allowed: "" };
  const filled = carriedValues(blank, {}, first);
  expect(filled).toEqual({ ...blank, ...first });
  expect(valuesToSend(filled, first)).toEqual({ id: "r1" });
});

test("another record replaces the values of the previous one, empty values included", () => {
  const values = { id: "r2", status: "", ...first };
  expect(carriedValues(values, first, second)).toEqual({
    id: "r2",
    reason: "Headache",
    notes: "",
    status: "Authorized",
    visits_allowed: "",
  });
  expect(carriedValues({ ...values, id: "" }, first, {})).toEqual({
    id: "",
    reason: "",
    notes: "",
    status: "",
    visits_allowed: "",
  });
});

test("typed values remain and are sent", () => {
  const typed = { id: "r2", ...first, notes: "Typed", status: "Denied" };
  const carried = carriedValues(typed, first, second);
  expect(carried).toMatchObject({ reason: "Headache", notes: "Typed", status: "Denied", visits_allowed: "" });
  expect(valuesToSend(carried, second)).toEqual({ id: "r2", notes: "Typed", status: "Denied" });
});
