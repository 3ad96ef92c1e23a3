import { expect, test } from "vitest";
import { type OpenSlot, stillOpen } from "./availability.ts";

const slotAt = (datetime: string) => ({ datetime }) as OpenSlot;

test("leaves out slots that have begun, by the clinic's offset", () => {
  const slots = ["2026-11-25T15:30:00-05:00", "2026-11-25T16:00:00-05:00", "2026-11-26T08:30:00-05:00"].map(slotAt);
  expect(stillOpen(slots, Date.parse("2026-11-25T21:00:00Z"))).toEqual(slots.slice(2));
  expect(stillOpen(slots, Date.parse("2026-11-25T20:45:00Z"))).toEqual(slots.slice(1));
});
