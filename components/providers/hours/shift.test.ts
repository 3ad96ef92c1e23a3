import { expect, test } from "vitest";
import {
  clashes,
  minutesOf,
  moved,
  newShift,
  roomAfter,
  type Shift,
  stretched,
  timeOf,
  timeWords,
  toHours,
} from "./shift.ts";

const facility = { facility_id: "LOC-1", facility_name: "Main" };
const morning: Shift = {
  key: "a",
  day: "Monday",
  start_time: "T08:00:00",
  end_time: "T12:00:00",
  ...facility,
  start_date: null,
  end_date: null,
};

test("times are formatted for users and parsed back to the stored format", () => {
  expect(["T00:00:00", "T09:05:00", "T12:00:00", "T23:59:00", ""].map(timeWords)).toEqual([
    "12:00 AM",
    "9:05 AM",
    "12:00 PM",
    "11:59 PM",
    "no time",
  ]);
  expect(timeOf(minutesOf("T17:45:00"))).toBe("T17:45:00");
});

test("a shift moves within the day and the week, and keeps its length", () => {
  expect(moved(morning, 1, 30)).toMatchObject({ day: "Tuesday", start_time: "T08:30:00", end_time: "T12:30:00" });
  expect(moved(morning, -1, -600)).toMatchObject({ day: "Monday", start_time: "T00:00:00", end_time: "T04:00:00" });
  expect(moved(morning, 9, 9_999)).toMatchObject({ day: "Sunday", start_time: "T19:59:00", end_time: "T23:59:00" });
});

test("a shift is resized to at least one step and at most to midnight", () => {
  expect(stretched(morning, -600).end_time).toBe("T08:15:00");
  expect(stretched(morning, 9_999).end_time).toBe("T23:59:00");
});

test("a new shift begins at the chosen time and ends before the next one", () => {
  expect(newShift("Monday", 367, facility, [morning])).toMatchObject({
    start_time: "T06:00:00",
    end_time: "T08:00:00",
  });
  expect(newShift("Tuesday", 540, facility, [morning])).toMatchObject({
    start_time: "T09:00:00",
    end_time: "T13:00:00",
  });
  expect([roomAfter("Monday", [morning]), roomAfter("Friday", [morning])]).toEqual([720, 540]);
});

test("overlapping shifts of one day clash; shifts of other weeks and adjacent ones do not", () => {
  const late = { ...morning, key: "b", start_time: "T11:00:00", end_time: "T13:00:00" };
  expect(clashes([morning, late])).toEqual([[morning, late]]);
  expect(clashes([morning, { ...late, start_time: "T12:00:00" }, { ...late, day: "Friday" }])).toEqual([]);
  const ended = { ...morning, end_date: "2026-06-30T00:00:00" };
  expect(clashes([ended, { ...late, start_date: "2026-07-01T00:00:00" }])).toEqual([]);
});

test("stored shifts are in the order of the week and have no key", () => {
  const stored = toHours([{ ...morning, key: "c", day: "Sunday" }, { ...morning, start_time: "T13:00:00" }, morning]);
  expect(stored.map(({ day, start_time }) => `${day} ${start_time}`)).toEqual([
    "Monday T08:00:00",
    "Monday T13:00:00",
    "Sunday T08:00:00",
  ]);
  expect(stored[0]).not.toHaveProperty("key");
});
