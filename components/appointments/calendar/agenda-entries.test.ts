import { expect, test } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { agendaEntries, agendaKey } from "./agenda-entries.ts";

const at = (datetime: string, duration = 20) => ({ id: datetime, datetime, duration }) as AppointmentModel;
const DAYS = ["2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"];
const WHOLE = { timeZone: "America/New_York", whole: true };

test("adds a heading for each day of the clinic, whatever the user's time zone", () => {
  const late = at("2026-03-07T23:40:00-05:00");
  const early = at("2026-03-08T00:20:00-05:00");
  const later = at("2026-03-08T09:00:00-04:00");
  expect(agendaEntries([late, early, later], DAYS, WHOLE)).toEqual([
    { day: "2026-03-07" },
    { day: "2026-03-07", record: late },
    { day: "2026-03-08" },
    { day: "2026-03-08", record: early },
    { day: "2026-03-08", record: later },
  ]);
  expect(agendaEntries([], DAYS, WHOLE)).toEqual([]);
});

test("puts what lasts over midnight on each of its days, those before the first shown one included", () => {
  const stay = at("2026-03-05T13:00:00-05:00", 4 * 1_440);
  const night = at("2026-03-08T23:30:00-04:00", 60);
  const placed = agendaEntries([stay, night], DAYS, WHOLE).map((entry) =>
    "record" in entry ? entry.record.datetime.slice(5, 10) : entry.day,
  );
  expect(placed).toEqual(["2026-03-07", "03-05", "2026-03-08", "03-05", "03-08", "2026-03-09", "03-05", "03-08"]);
  const keys = agendaEntries([stay, night], DAYS, WHOLE).map(agendaKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test("shows no day of which records may still follow", () => {
  const stay = at("2026-03-07T13:00:00-05:00", 3 * 1_440);
  const next = at("2026-03-08T09:00:00-04:00");
  const days = (whole: boolean) =>
    agendaEntries([stay, next], DAYS, { ...WHOLE, whole }).flatMap((entry) => ("record" in entry ? [] : [entry.day]));
  expect(days(false)).toEqual(["2026-03-07", "2026-03-08"]);
  expect(days(true)).toEqual(DAYS);
});
