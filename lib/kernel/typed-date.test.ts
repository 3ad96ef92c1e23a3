import { expect, it } from "vitest";
import { TYPED_DATES, TYPED_ON } from "#lib/testing/typed-dates";
import { addDays } from "./dates.ts";
import { centuryOf, type DayRangeName, misfitOf, yearsOf } from "./day-ranges.ts";
import { type ReadDate, readDate } from "./typed-date.ts";

const now = new Date(`${TYPED_ON}T15:00:00Z`);

const daysOf = (read: ReadDate): string[] =>
  read.kind === "day" ? [read.day] : read.kind === "question" ? read.days : [];

it("reads what people type and paste as the day that they mean, or says what it lacks", () => {
  expect(TYPED_DATES.length).toBeGreaterThan(300);
  const wrong = TYPED_DATES.flatMap(({ text, range, days, says }) => {
    const read = readDate(text, { range, now });
    const isRight = daysOf(read).join() === days.join() && (read.kind !== "unread" || says.test(read.expected));
    return isRight ? [] : [{ text, range, days, read }];
  });
  expect(wrong).toEqual([]);
});

it("never reads what it shows as another day", () => {
  const formats = [
    { year: "numeric", month: "numeric", day: "numeric" },
    { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    { year: "numeric", month: "short", day: "numeric" },
  ] as const;
  for (const format of formats) {
    const shown = new Intl.DateTimeFormat("en-US", { ...format, timeZone: "UTC" });
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      expect(readDate(shown.format(at), { now })).toEqual({ kind: "day", day, century: false });
    }
  }
});

it.each([
  ["3/4/2026", ["2026-03-04", "2026-04-03"]],
  ["25/11/2026", ["2026-11-25"]],
  ["11/25/2026", ["2026-11-25"]],
  ["4/4/26", ["2026-04-04"]],
  ["25 Nov 2026", ["2026-11-25"]],
  ["2026-03-04", ["2026-03-04"]],
])("asks where a locale writes the day first and %s can be read both ways", (text, days) => {
  expect(daysOf(readDate(text, { now, monthFirst: false }))).toEqual(days);
});

it("means a deposit's last day without a year, up to a month ahead, and the nearest one of other kinds", () => {
  const on = new Date("2026-11-27T15:00:00Z");
  const deposit = (text: string) => daysOf(readDate(text, { range: "deposit", now: on }));
  expect(["5/1", "1/5", "12/28", "11/27", "11/28"].map(deposit)).toEqual([
    ["2026-05-01"],
    ["2026-01-05"],
    ["2026-12-28"],
    ["2026-11-27"],
    ["2026-11-28"],
  ]);
  expect(daysOf(readDate("1/5", { range: "deposit", now: new Date("2026-12-20T15:00:00Z") }))).toEqual(["2027-01-05"]);
  expect(daysOf(readDate("12/28", { range: "deposit", now: new Date("2027-01-04T15:00:00Z") }))).toEqual([
    "2026-12-28",
  ]);
  expect(daysOf(readDate("5/1", { range: "deadline", now: on }))).toEqual(["2027-05-01"]);
});

it.each(["2026-11-27T15:00:00Z", "2026-02-03T15:00:00Z", "2027-01-01T15:00:00Z", "2028-02-29T15:00:00Z"])(
  "means the last day without a year in filters over the past, and the next one in those over the future, on %s",
  (at) => {
    const on = new Date(at);
    const today = at.slice(0, 10);
    for (let ago = 0; ago < 365; ago += 1) {
      const [past, future] = [addDays(today, -ago), addDays(today, ago)];
      const read = (day: string, range: DayRangeName) =>
        daysOf(readDate(`${Number(day.slice(5, 7))}/${Number(day.slice(8))}`, { range, now: on }));
      // The clinic may have tomorrow's date already.
      if (ago < 364 && !past.endsWith("02-29")) expect(read(past, "history")).toEqual([past]);
      if (ago < 335 && !future.endsWith("02-29")) expect(read(future, "coming")).toEqual([future]);
    }
  },
);

it("refuses no day in a filter", () => {
  for (const range of ["history", "coming"] as const) {
    for (const day of ["1901-02-03", "2031-02-03"]) expect(daysOf(readDate(day, { range, now }))).toEqual([day]);
    expect(centuryOf(range, now)).toEqual(centuryOf("any", now));
  }
});

it("means the hundred years up to the field's last one by two digits", () => {
  expect(centuryOf("birth", now)).toEqual({ first: 1927, last: 2026 });
  expect(centuryOf("deadline", now)).toEqual({ first: 1947, last: 2046 });
  expect(centuryOf("deposit", now)).toEqual({ first: 1928, last: 2027 });
  expect(yearsOf("service", new Date("2026-12-31T20:00:00Z"))).toEqual({ first: 1950, last: 2027 });
  expect(misfitOf("2026-11-22", "service", now)).toBe("may not be in the future");
});

it("ends past days with the clinic's own day where it is known, though elsewhere it is tomorrow", () => {
  const now = new Date("2026-11-28T23:30:00Z");
  for (const text of ["11/29/2026", "2026-11-29", "Nov 29, 2026", "29 nov 26", "11-29-26"]) {
    const read = readDate(text, { range: "birth", now, today: "2026-11-28" });
    expect(read).toEqual({ kind: "unread", expected: "This day is in the future", isDate: true });
    expect(readDate(text, { range: "birth", now, today: "2026-11-29" })).toMatchObject({ day: "2026-11-29" });
    expect(readDate(text, { range: "deadline", now, today: "2026-11-28" })).toMatchObject({ day: "2026-11-29" });
  }
});

it.each(["½", "1½", "①/②/2026", "11/25/202⁶", "Nov 2⁵", "¼ 2026"])(
  "reads no date in %j: its digits are none of a date",
  (text) =>
    expect(readDate(text, { range: "deadline", now: new Date("2026-11-28T12:00:00Z") })).toMatchObject({
      kind: "unread",
      isDate: false,
    }),
);
