import { expect, it } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { coverageOf, visitsAt } from "./at-present.ts";

const visit = (datetime: string, company?: string) =>
  ({
    datetime,
    insurances: company ? [{ company, number: "7", group_number: "G", subscriber: "Ana" }] : [],
  }) as unknown as AppointmentModel;

const visits = [
  visit("2026-03-01T09:00:00-05:00", "Old Mutual"),
  visit("2026-03-02T09:00:00-05:00", "Blue Shield"),
  visit("2026-03-02T15:00:00-05:00"),
];

it("finds the visits beside the present moment", () => {
  const noon = Date.parse("2026-03-02T12:00:00-05:00");
  expect(visitsAt(visits, noon)).toEqual({ next: visits[2], last: visits[1] });
  expect(visitsAt(visits, Date.parse("2026-02-01T00:00:00Z"))).toEqual({ next: visits[0], last: null });
  expect(visitsAt([], noon)).toEqual({ next: null, last: null });
});

it("takes the coverage from the newest visit that names one, with that visit's time", () => {
  expect(coverageOf(visits)).toMatchObject({ company: "Blue Shield", asOf: "2026-03-02T09:00:00-05:00" });
  expect(coverageOf([visit("2026-03-02T15:00:00-05:00")])).toBeNull();
});
