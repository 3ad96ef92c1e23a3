import { expect, test } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { recordSections } from "./record-words.ts";

test("codes of the EMR are shown as words", () => {
  const sections = recordSections({ appointment_mode: "telehealth" } as AppointmentModel, (moment) => moment);
  expect(sections.flatMap(({ items }) => items.map(({ label, value }) => `${label}: ${value}`))).toEqual([
    "Mode: Telehealth",
  ]);
});
