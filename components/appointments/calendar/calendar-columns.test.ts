import { describe, expect, it } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { ProviderModel } from "#lib/resources/providers/model";
import { beginOfWork, hoursOf, openingOf, providerChoices, shownProviders } from "./calendar-columns.ts";
import { columnsOf } from "./columns-of.ts";

const visit = (datetime: string, provider_ehr_id = "101", duration = 20) =>
  ({ datetime, duration, provider_ehr_id, provider_name: `Doctor ${provider_ehr_id}` }) as AppointmentModel;

const provider = (ehr_id: string, last_name: string, status = "active") =>
  ({ ehr_id, last_name, first_name: "Ada", status }) as ProviderModel;

/** By last name, as GET /providers lists them. */
const PROVIDERS = [provider("103", "Adams", "inactive"), provider("101", "Okafor"), provider("102", "Reyes")];
const ZONE = "America/New_York";

describe("the providers of the columns", () => {
  it("are the active ones, by last name", () => {
    expect(providerChoices(PROVIDERS, []).map(({ name }) => name)).toEqual(["Ada Okafor", "Ada Reyes"]);
  });

  it("include inactive and unknown providers that have visible records", () => {
    const records = [visit("2026-03-09T09:00:00-04:00", "103"), visit("2026-03-09T09:00:00-04:00", "999")];
    expect(providerChoices(PROVIDERS, records).map(({ name }) => name)).toEqual([
      "Ada Adams",
      "Ada Okafor",
      "Ada Reyes",
      "Doctor 999",
    ]);
  });

  it("are the chosen ones, else the first with visible records, else the first", () => {
    const choices = providerChoices(PROVIDERS, []);
    const ids = (chosen: string[], most: number, ...records: AppointmentModel[]) =>
      shownProviders(choices, chosen, most, records).map(({ id }) => id);
    expect(ids([], 2, visit("2026-03-09T09:00:00-04:00", "102"))).toEqual(["102"]);
    expect(ids(["101"], 2, visit("2026-03-09T09:00:00-04:00", "102"))).toEqual(["101"]);
    expect(ids([], 2)).toEqual(["101", "102"]);
    expect(ids([], 1)).toEqual(["101"]);
    expect(ids(["102"], 1)).toEqual(["102"]);
    expect(ids(["all"], 1)).toEqual(["101", "102"]);
    expect(ids(["gone"], 1)).toEqual(["101"]);
  });
});

describe("the columns", () => {
  const records = [
    visit("2026-03-08T03:30:00-04:00"),
    visit("2026-03-09T08:00:00-04:00", "102", 60),
    visit("2026-03-09T17:40:00-04:00"),
  ];
  const columns = columnsOf(["2026-03-08", "2026-03-09"], providerChoices(PROVIDERS, []), records, ZONE);

  it("are one per provider and day, in order of days", () => {
    expect(columns.map(({ day, providerId, items }) => [day, providerId, items.length])).toEqual([
      ["2026-03-08", "101", 1],
      ["2026-03-08", "102", 0],
      ["2026-03-09", "101", 1],
      ["2026-03-09", "102", 1],
    ]);
    expect(columns[3]?.items[0]).toMatchObject({ from: 480, until: 540 });
  });

  it("have a record that lasts over midnight on each of its days, and no night for it", () => {
    const stay = visit("2026-03-07T23:00:00-05:00", "101", 26 * 60);
    const week = ["2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"];
    const choices = providerChoices(PROVIDERS, []).slice(0, 1);
    const ofStay = columnsOf(week, choices, [{ ...stay, id: "s" }], ZONE);
    expect(ofStay.map(({ items }) => items.map(({ key, from, until }) => [key, from, until]))).toEqual([
      [["s", 23 * 60, 24 * 60]],
      [["s/2026-03-08", 0, 24 * 60]],
      [["s/2026-03-09", 0, 2 * 60]],
      [],
    ]);
    const hours = (place: number) => hoursOf(ofStay.slice(place, place + 1), null);
    expect(hours(0)).toEqual({ from: 8 * 60, until: 24 * 60 });
    expect(hours(1)).toEqual({ from: 8 * 60, until: 17 * 60 });
    expect(hours(2)).toEqual({ from: 60, until: 17 * 60 });
    expect(hoursOf(ofStay, null)).toEqual({ from: 60, until: 24 * 60 });
  });

  it("span whole hours that cover all records, and at least the usual day", () => {
    expect(hoursOf(columns, null)).toEqual({ from: 3 * 60, until: 18 * 60 });
    expect(hoursOf([], null)).toEqual({ from: 8 * 60, until: 17 * 60 });
  });

  it("begin at the opening hour of the providers in view, and earlier for earlier records", () => {
    const shift = (day: string, start_time: string, end_time: string) => ({ day, start_time, end_time });
    const doctors = [
      { hours: [shift("Monday", "T10:00:00", "T15:00:00"), shift("Tuesday", "T06:00:00", "T20:00:00")] },
      { hours: [shift("Monday", "T09:30:00", "T14:00:00")] },
    ] as Pick<ProviderModel, "hours">[];
    const opening = openingOf(doctors, ["2026-03-09"]);
    expect(opening).toEqual({ from: 9 * 60 + 30, until: 15 * 60 });
    expect(hoursOf([], opening)).toEqual({ from: 9 * 60, until: 15 * 60 });
    expect(hoursOf(columns, opening)).toEqual({ from: 3 * 60, until: 18 * 60 });
    expect(openingOf(doctors, ["2026-03-08"])).toBeNull();
  });
});

describe("the working day", () => {
  const begin = (...records: AppointmentModel[]) =>
    beginOfWork(columnsOf(["2026-03-09"], providerChoices(PROVIDERS, []), records, ZONE), { from: 480, until: 1020 });

  it("begins with the opening hours or an early visit, not with the end of a visit of the night before", () => {
    expect(begin()).toBe(480);
    expect(begin(visit("2026-03-08T23:45:00-04:00", "101", 60))).toBe(480);
    expect(begin(visit("2026-03-09T07:30:00-04:00"))).toBe(450);
    expect(begin(visit("2026-03-09T00:30:00-04:00"))).toBe(480);
  });
});
