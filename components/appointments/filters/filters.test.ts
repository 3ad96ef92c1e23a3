import { expect, test } from "vitest";
import {
  APPOINTMENT_FILTERS,
  type AppointmentFilters,
  appointmentQuery,
  calendarQuery,
  EVERYTHING,
  inOrder,
} from "./filters.ts";

const none = Object.fromEntries(APPOINTMENT_FILTERS.map((name) => [name, ""])) as AppointmentFilters;

test("the default is the clinic's today, and a single date yields a range that is not empty", () => {
  const days = (start_date: string, end_date: string) => {
    const query = appointmentQuery({ ...none, start_date, end_date }, "2026-03-02");
    return [query.start_date, query.end_date];
  };
  expect(days("", "")).toEqual(["2026-03-02", "2026-03-02"]);
  expect(days("2026-02-20", "")).toEqual(["2026-02-20", "2026-03-02"]);
  expect(days("2026-04-01", "")).toEqual(["2026-04-01", "2026-04-01"]);
  expect(days("", "2026-03-10")).toEqual(["2026-03-02", "2026-03-10"]);
  expect(days("", "2026-02-01")).toEqual(["2026-02-01", "2026-02-01"]);
});

test("filters combine, and empty ones are omitted", () => {
  const query = appointmentQuery({ ...none, status: "CNF", patient: "Okafor" }, "2026-03-02");
  expect(query).toEqual({
    start_date: "2026-03-02",
    end_date: "2026-03-02",
    status: "CNF",
    patient: "Okafor",
  });
});

test("the order of categories in the address does not matter", () => {
  expect(inOrder("schedule_block,appointment,schedule_slot")).toBe(EVERYTHING);
  expect(inOrder("schedule_slot, appointment")).toBe("appointment,schedule_slot");
  expect(inOrder("lunch")).toBe("");
  const query = appointmentQuery({ ...none, category: "schedule_slot,appointment" }, "2026-03-02");
  expect(query.category).toBe("appointment,schedule_slot");
});

test("the calendar requests every category and provider on its days", () => {
  const filters = { ...none, provider_ehr_id: "101", include_appointment_note: "true" };
  expect(calendarQuery(filters, ["2026-03-08", "2026-03-09"])).toEqual({
    start_date: "2026-03-08",
    end_date: "2026-03-09",
    category: EVERYTHING,
    include_appointment_note: "true",
  });
  expect(calendarQuery({ ...none, category: "schedule_slot" }, ["2026-03-08"])).toMatchObject({
    category: "schedule_slot",
    end_date: "2026-03-08",
  });
});
