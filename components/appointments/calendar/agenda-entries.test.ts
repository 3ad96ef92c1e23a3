import { expect, test } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { agendaEntries } from "./agenda-entries.ts";

const at = (datetime: string) => ({ datetime }) as AppointmentModel;

test("adds a heading for each day of the clinic, whatever the user's time zone", () => {
  const late = at("2026-03-07T23:40:00-05:00");
  const early = at("2026-03-08T00:20:00-05:00");
  const later = at("2026-03-08T09:00:00-04:00");
  expect(agendaEntries([late, early, later])).toEqual([
    { day: "2026-03-07" },
    { record: late },
    { day: "2026-03-08" },
    { record: early },
    { record: later },
  ]);
  expect(agendaEntries([])).toEqual([]);
});
