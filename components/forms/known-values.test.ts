import { expect, it } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";
import { outlineOf } from "#lib/definitions/operation";
import { knownValues, nearestVisit, visitLocationFields } from "./known-values.ts";

const TODAY = "2026-03-02";

it("begins with today and the usual priority, and never with an amount", () => {
  const begun = Object.values(catalog).map((definition) => [definition.id, knownValues(outlineOf(definition), TODAY)]);
  expect(Object.fromEntries(begun)).toMatchObject({
    "payments:create": { deposit_date: TODAY },
    "services:create": { service_date: TODAY },
    "tasks:create": { priority: "Normal", start_date: TODAY },
    "orders:create": { priority: "routine" },
    "referrals:create": { priority: "routine", direction: "outgoing" },
    "referrals:update": {},
  });
  for (const { form } of Object.values(catalog).map(outlineOf)) {
    for (const { widget, initial } of Object.values(form)) if (widget === "money") expect(initial).toBeUndefined();
  }
});

it("begins with values that the operation's schema accepts", () => {
  for (const definition of Object.values(catalog)) {
    for (const [name, value] of Object.entries(knownValues(outlineOf(definition), TODAY))) {
      const field = (definition.input.shape as Record<string, { safeParse: (given: unknown) => { success: boolean } }>)[
        name
      ];
      expect(field?.safeParse(value).success, `${definition.id} ${name}`).toBe(true);
    }
  }
});

it("takes the location from the patient's visit for payments and notes", () => {
  expect(visitLocationFields(outlineOf(catalog["payments:create"]))).toEqual(["location"]);
  expect(visitLocationFields(outlineOf(catalog["patient-notes:create"]))).toEqual(["location_id"]);
  expect(visitLocationFields(outlineOf(catalog["referrals:update"]))).toEqual([]);
});

const visit = (day: string, location: string) => ({ datetime: `${day}T09:00:00-05:00`, location });

it("prefers today's visit, then the nearest, and none of a day at two locations", () => {
  const [past, next] = [visit("2026-02-27", "North"), visit("2026-03-20", "South")];
  expect(nearestVisit([past, visit(TODAY, "Main"), next], TODAY)?.location).toBe("Main");
  expect(nearestVisit([past, next], TODAY)).toBe(past);
  expect(nearestVisit([visit(TODAY, "Main"), visit(TODAY, "North")], TODAY)).toBeNull();
  expect(nearestVisit([], TODAY)).toBeNull();
});
