import { expect, test } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";
import { targetFields } from "./target-fields.ts";

test("the record of a path is a field of the form", () => {
  expect(targetFields("/payments")).toEqual({});
  expect(targetFields("/referrals/{id}")).toEqual({ id: { label: "Referral", widget: "referral" } });
  expect(targetFields("/appointments/{id}/cancel")).toEqual({ id: { label: "Appointment", widget: "visit" } });
  expect(targetFields("/recalls/{id}/actions")).toEqual({ id: { label: "Recall", widget: "recall" } });
});

test("a picker exists for every operation's record", () => {
  for (const { path } of Object.values(catalog)) expect(() => targetFields(path)).not.toThrow();
  expect(() => targetFields("/nothing/{id}")).toThrow("{id} of /nothing/{id}");
});
