import { describe, expect, it } from "vitest";
import type { CalendarColumn } from "./calendar-columns.ts";
import { momentOn } from "./moment-on.ts";
import { bookableFrom, nearestPlace, overlapsAt, placeAfter } from "./move-place.ts";

const ROOM = { columns: 3, hours: { from: 480, until: 1020 } };

const columnOf = (...spans: [id: string, from: number, until: number, isFree?: boolean][]): CalendarColumn => ({
  key: "a",
  day: "2026-03-02",
  providerId: "p",
  name: "Okafor, Ada",
  items: spans.map(([id, from, until, isFree = false]) => ({
    key: id,
    day: "2026-03-02",
    from,
    until,
    begins: true,
    ends: true,
    record: { id, status: isFree ? "CAN" : "SCH" } as CalendarColumn["items"][number]["record"],
  })),
});

const takesTime = ({ status }: { status: string }) => status !== "CAN";

describe("the place of a moved visit", () => {
  it("is on a whole step within the columns and the hours", () => {
    expect(nearestPlace({ column: 1, from: 562.6 }, ROOM)).toEqual({ column: 1, from: 565 });
    expect(nearestPlace({ column: -2, from: 300 }, ROOM)).toEqual({ column: 0, from: 480 });
    expect(nearestPlace({ column: 7, from: 2_000 }, ROOM)).toEqual({ column: 2, from: 1_015 });
  });

  it("follows the arrow keys by steps and columns, and the page keys by hours", () => {
    expect(placeAfter({ column: 0, from: 562 }, "ArrowDown", ROOM)).toEqual({ column: 0, from: 565 });
    expect(placeAfter({ column: 0, from: 562 }, "ArrowUp", ROOM)).toEqual({ column: 0, from: 560 });
    expect(placeAfter({ column: 0, from: 560 }, "ArrowUp", ROOM)).toEqual({ column: 0, from: 555 });
    expect(placeAfter({ column: 0, from: 562 }, "ArrowRight", ROOM)).toEqual({ column: 1, from: 562 });
    expect(placeAfter({ column: 0, from: 562 }, "ArrowLeft", ROOM)).toEqual({ column: 0, from: 562 });
    expect(placeAfter({ column: 2, from: 1_000 }, "PageDown", ROOM)).toEqual({ column: 2, from: 1_015 });
    expect(placeAfter({ column: 2, from: 600 }, "PageUp", ROOM)).toEqual({ column: 2, from: 540 });
    expect(placeAfter({ column: 2, from: 600 }, "a", ROOM)).toBeNull();
  });
});

describe("the overlaps of a moved visit", () => {
  it("are the times of other records of the column that take time", () => {
    const column = columnOf(["own", 540, 560], ["next", 560, 580], ["cancelled", 580, 600, true], ["later", 600, 640]);
    expect(overlapsAt(column, { from: 570, duration: 40, id: "own" }, takesTime)).toEqual([
      { from: 560, until: 580 },
      { from: 600, until: 640 },
    ]);
    expect(overlapsAt(column, { from: 580, duration: 20, id: "own" }, takesTime)).toEqual([]);
  });
});

describe("a press on an empty place", () => {
  it("leads to the quarter of an hour, or to the end of what is before it", () => {
    const column = columnOf(["a", 540, 560], ["b", 620, 640]);
    expect(bookableFrom(column, 566, takesTime)).toBe(560);
    expect(bookableFrom(column, 580, takesTime)).toBe(570);
    expect(bookableFrom(column, 611, takesTime)).toBe(600);
  });
});

describe("the moment of a place", () => {
  it("has the offset of the clinic's clock, also beside a change of clocks", () => {
    expect(momentOn("2026-03-07", 560, "America/New_York")).toBe("2026-03-07T09:20:00-05:00");
    expect(momentOn("2026-03-08", 560, "America/New_York")).toBe("2026-03-08T09:20:00-04:00");
    // The clocks skip this time: it is the moment that they show as an hour later.
    expect(momentOn("2026-03-08", 150, "America/New_York")).toBe("2026-03-08T03:30:00-04:00");
    expect(momentOn("2026-11-01", 90, "America/New_York")).toBe("2026-11-01T01:30:00-04:00");
    expect(momentOn("2026-03-02", 560, "Asia/Kolkata")).toBe("2026-03-02T09:20:00+05:30");
  });
});
