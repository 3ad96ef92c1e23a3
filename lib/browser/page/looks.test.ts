import { describe, expect, it } from "vitest";
import { beginLook, isMarked, keepLook, type Looked, NOTHING_LOOKED_AT, withSeen } from "./looks.ts";

const AT = Date.parse("2026-03-02T12:00:00Z");
const MINUTE = 60_000;
const noticed = (minutes: number) => new Date(AT + minutes * MINUTE).toISOString();

/** Opens a page at a minute, and keeps it in view until another one, with changes known up to a minute. */
const look = (looked: Looked, { from, until, newest }: { from: number; until: number; newest: number }) =>
  keepLook(beginLook(looked, "calendar", AT + from * MINUTE), "calendar", noticed(newest), AT + until * MINUTE);

const marks = (looked: Looked, minutes: number, visit = "v") => isMarked(looked, "calendar", visit, noticed(minutes));

describe("what a person has looked at", () => {
  it("marks nothing at the first look, and what comes while the page is open", () => {
    const first = look(NOTHING_LOOKED_AT, { from: 0, until: 10, newest: -5 });
    expect([marks(first, -5), marks(first, 3)]).toEqual([false, true]);
    const later = keepLook(first, "calendar", noticed(3), AT + 11 * MINUTE);
    expect(marks(later, 3)).toBe(true);
  });

  it("marks every change where the feed was empty at the first look", () => {
    expect(marks(keepLook(NOTHING_LOOKED_AT, "calendar", "", AT), 1)).toBe(true);
  });

  it("goes on with a look that was left for a short time, and marks what came after an earlier one", () => {
    const seen = look(look(NOTHING_LOOKED_AT, { from: 0, until: 1, newest: 0 }), { from: 5, until: 60, newest: 50 });
    const soon = beginLook(seen, "calendar", AT + 80 * MINUTE);
    expect([marks(soon, 50), marks(soon, 70)]).toEqual([true, true]);
    const nextDay = beginLook(seen, "calendar", AT + 1_000 * MINUTE);
    expect([marks(nextDay, 50), marks(nextDay, 70)]).toEqual([false, true]);
  });

  it("keeps the pages apart, and what was opened on one of them for all", () => {
    const onCalendar = look(NOTHING_LOOKED_AT, { from: 0, until: 1, newest: 0 });
    const both = keepLook(onCalendar, "today", noticed(20), AT + 20 * MINUTE);
    expect([marks(both, 10), isMarked(both, "today", "v", noticed(10))]).toEqual([true, false]);
    const opened = withSeen(both, { v: noticed(30) });
    expect([marks(opened, 30), marks(opened, 31), marks(opened, 30, "w")]).toEqual([false, true, true]);
    expect(isMarked(opened, "today", "v", noticed(30))).toBe(false);
  });

  it("forgets opened visits once the feed no longer keeps their changes", () => {
    const opened = withSeen(NOTHING_LOOKED_AT, { v: noticed(0), w: noticed(2) });
    const month = 30 * 24 * 60;
    expect(Object.keys(beginLook(opened, "today", AT + (month + 1) * MINUTE).seen)).toEqual(["w"]);
  });
});
