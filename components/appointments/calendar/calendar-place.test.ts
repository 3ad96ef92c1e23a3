import { describe, expect, it } from "vitest";
import { APPOINTMENT_FILTERS, type AppointmentFilters } from "#components/appointments/filters/filters.ts";
import { type CalendarPlace, dayOf, daysOf, providersOf, stepOf, turnTo, viewOf } from "./calendar-place.ts";

const nowhere: CalendarPlace = { view: "", day: "", providers: "" };
const none = Object.fromEntries(APPOINTMENT_FILTERS.map((name) => [name, ""])) as AppointmentFilters;
const today = "2026-03-08";

describe("viewOf", () => {
  it.each([
    ["week", "", true, "week"],
    ["table", "", null, "table"],
    ["", "2026-03-02", null, "table"],
    ["", "", false, "day"],
    ["", "", true, "agenda"],
    ["month", "", false, "day"],
    ["", "", null, null],
  ])("maps view %j with first day %j on a narrow screen (%j) to %j", (view, start_date, isNarrow, shown) => {
    expect(viewOf({ ...nowhere, view }, { ...none, start_date }, isNarrow)).toBe(shown);
  });
});

describe("the visible days", () => {
  it("are a week from Sunday, whichever of its days is given", () => {
    const week = ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14"];
    expect(daysOf("week", "2026-03-08")).toEqual(week);
    expect(daysOf("week", "2026-03-11")).toEqual(week);
    expect(daysOf("week", "2026-03-14")).toEqual(week);
  });

  it("are one day, or seven from the given day", () => {
    expect(daysOf("day", "2026-11-01")).toEqual(["2026-11-01"]);
    expect(daysOf("agenda", "2026-10-30")[6]).toBe("2026-11-05");
    expect([stepOf("day"), stepOf("week"), stepOf("agenda")]).toEqual([1, 7, 7]);
  });

  it("begin today if the address has no valid day", () => {
    expect(dayOf({ ...nowhere, day: "2026-02-30" }, today)).toBe(today);
    expect(dayOf({ ...nowhere, day: "2026-02-28" }, today)).toBe("2026-02-28");
  });
});

describe("turnTo", () => {
  it("keeps the week and the one provider in the table, and back", () => {
    const place = { view: "week", day: "2026-03-11", providers: "102" };
    const table = turnTo("table", { view: "week", place, filters: none, today });
    expect(table).toEqual({
      view: "table",
      day: "",
      providers: "",
      start_date: "2026-03-08",
      end_date: "2026-03-14",
      provider_ehr_id: "102",
    });
    const { view, day, providers, ...filters } = table;
    const back = turnTo("day", {
      view: "table",
      place: { view, day, providers },
      filters: { ...none, ...filters },
      today,
    });
    expect(back).toMatchObject({ view: "day", day: "2026-03-08", providers: "102", start_date: "", end_date: "" });
  });

  it.each([
    ["2026-03-11", "2026-03-08"],
    ["", "2026-03-08"],
    ["2026-03-07", "2026-03-01"],
  ])("lists in the agenda the same week as around %j, from %j", (day, first) => {
    const place = { view: "week", day, providers: "" };
    const agenda = turnTo("agenda", { view: "week", place, filters: none, today });
    expect(daysOf("agenda", agenda.day)).toEqual(daysOf("week", dayOf(place, today)));
    expect(agenda.day).toBe(first);
  });

  it("selects no provider in the table if several are chosen, because the table shows one", () => {
    const place = { view: "day", day: "", providers: "101,102" };
    expect(providersOf(place, none)).toEqual(["101", "102"]);
    expect(providersOf(nowhere, { ...none, provider_ehr_id: "103" })).toEqual(["103"]);
    expect(turnTo("table", { view: "day", place, filters: none, today })).toMatchObject({
      provider_ehr_id: "",
      start_date: today,
      end_date: today,
    });
  });
});
