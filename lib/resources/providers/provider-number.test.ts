import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { idOfProviderNumber, providerNumberOf } from "./provider-number.ts";

it("is the EMR's id if that has digits only", () => {
  expect(providerNumberOf({ id: newId(), ehrId: "1002" })).toBe("1002");
});

it.each(["practitioner-7", "4f0c", "", "１２"])("is digits that lead back to the provider %s", (ehrId) => {
  const id = newId();
  const number = providerNumberOf({ id, ehrId });
  expect(number).toMatch(/^\d{1,39}$/);
  expect(idOfProviderNumber(number)).toBe(id);
});

it("leads nowhere for a number that is too large, or none", () => {
  expect(idOfProviderNumber("9".repeat(40))).toBeNull();
  expect(idOfProviderNumber("DR-1")).toBeNull();
});
