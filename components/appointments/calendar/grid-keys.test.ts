import { expect, test } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn } from "./calendar-columns.ts";
import { firstItem, itemAfter, placeOf } from "./grid-keys.ts";

const column = (name: string, ...hours: number[]): CalendarColumn => ({
  key: name,
  day: "2026-03-09",
  providerId: name,
  name,
  items: hours.map((hour) => ({
    day: "2026-03-09",
    from: hour * 60,
    until: hour * 60 + 20,
    begins: true,
    ends: true,
    key: `${name}${hour}`,
    record: {} as AppointmentModel,
  })),
});

const COLUMNS = [column("empty"), column("a", 11, 9, 10), column("none"), column("b", 9, 14)];

test.each([
  ["a9", "ArrowDown", "a10"],
  ["a10", "ArrowUp", "a9"],
  ["a9", "ArrowUp", null],
  ["a11", "ArrowDown", null],
  ["a11", "ArrowRight", "b9"],
  ["b14", "ArrowLeft", "a11"],
  ["b9", "ArrowRight", null],
  ["a9", "ArrowLeft", null],
  ["a10", "Home", "a9"],
  ["a10", "End", "a11"],
  ["a10", "x", null],
  ["gone", "ArrowDown", null],
])("from %s, the key %s leads to %j", (id, key, next) => expect(itemAfter(COLUMNS, id, key)).toBe(next));

test("the first item is the earliest of the first column with items", () => {
  expect(firstItem(COLUMNS)).toBe("a9");
  expect(firstItem([column("empty")])).toBeNull();
  expect(placeOf(COLUMNS, "a10")).toEqual({ column: 1, place: 1 });
  expect(placeOf(COLUMNS, "gone")).toBeNull();
});
