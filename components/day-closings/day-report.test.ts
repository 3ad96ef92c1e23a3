import { expect, it } from "vitest";
import type { DayClosingDetail, DayNow, DayPreview } from "#lib/administration/day-closings/model";
import { csvTable } from "#lib/kernel/csv";
import { csvRowsOf, reportOf } from "./day-report.ts";

const pat = { kind: "user", id: "1", name: "=HYPERLINK(1)" } as const;
const none = { count: 0, amount: "0.00", payments: [] };
const now = (amount: string): DayNow => ({
  totals: {
    count: 1,
    amount,
    by_method: [{ payment_method: "Cash", count: 1, amount }],
    by_location: [{ location_id: "LOC-9", location_name: null, count: 1, amount }],
    by_person: [{ person: pat, count: 1, amount }],
    by_deposit_date: [{ deposit_date: "2026-03-02", count: 1, amount }],
  },
  failed: none,
  waiting: none,
});
const day: DayPreview = { ...now("45.51"), date: "2026-03-02", location_id: null, timezone: "UTC", day_closings: [] };

it("a day that is not closed has one part, and names a location that the EMR removed by its id", () => {
  const [part, ...others] = reportOf(day, undefined);
  expect(others).toEqual([]);
  expect(part?.title).toBeNull();
  expect(part?.tables.map(({ lines }) => lines.map(({ name }) => name))).toEqual([
    ["Cash"],
    ["LOC-9"],
    ["=HYPERLINK(1)"],
    ["Mar 2, 2026"],
  ]);
});

it("a closed day keeps the figures of the closing, and has what followed apart", () => {
  const sums = { failed: { count: 2, amount: "7.00" }, waiting: { count: 0, amount: "0.00" } };
  const closed = { ...now("10.00"), ...sums, after: now("35.51") } as unknown as DayClosingDetail;
  const parts = reportOf(day, closed);
  expect(parts.map(({ title, totals }) => [title, totals.amount])).toEqual([
    ["At the closing", "10.00"],
    ["After the closing", "35.51"],
  ]);
  expect(parts[0]?.failed).toEqual({ count: 2, amount: "7.00", payments: [] });
});

it("the exported file has every line and the sums, and runs no formula", () => {
  const rows = csvRowsOf(reportOf(day, undefined));
  expect(rows).toHaveLength(7);
  expect(rows.at(-3)).toEqual({ part: "", table: "Total", name: "Posted", count: 1, amount: "45.51" });
  const text = csvTable([["Name", ({ name }: (typeof rows)[number]) => name]], rows);
  expect(text).toContain("'=HYPERLINK(1)");
});
