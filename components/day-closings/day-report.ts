import { formatDate } from "#components/ui/time-words";
import type {
  DayClosingDetail,
  DayNow,
  DayPreview,
  OpenPayment,
  PaymentTotals,
} from "#lib/administration/day-closings/model";
import { words } from "./words.ts";

/** One line of a table of sums. */
export interface SumLine {
  key: string;
  name: string;
  count: number;
  amount: string;
}

export interface SumTable {
  title: string;
  /** The title of its first column. */
  what: string;
  lines: readonly SumLine[];
}

/** A part of the report: what was posted, and what failed or waits. */
export interface ReportPart {
  /** Null for a day that is not closed, which has one part. */
  title: string | null;
  totals: PaymentTotals;
  tables: readonly SumTable[];
  failed: { count: number; amount: string; payments: readonly OpenPayment[] };
  waiting: { count: number; amount: string; payments: readonly OpenPayment[] };
}

/** Returns the totals as tables, in the order in which a desk counts. */
export const tablesOf = (totals: PaymentTotals): SumTable[] => [
  {
    title: words.byMethod,
    what: words.method,
    lines: totals.by_method.map((line) => ({ ...line, key: line.payment_method, name: line.payment_method })),
  },
  {
    title: words.byLocation,
    what: words.location,
    lines: totals.by_location.map((line) => ({
      ...line,
      key: line.location_id,
      name: line.location_name ?? line.location_id,
    })),
  },
  {
    title: words.byPerson,
    what: words.person,
    lines: totals.by_person.map((line) => ({
      ...line,
      key: `${line.person.kind} ${line.person.id}`,
      name: line.person.name,
    })),
  },
  {
    title: words.deposits,
    what: words.depositDate,
    lines: totals.by_deposit_date.map((line) => ({
      ...line,
      key: line.deposit_date,
      name: formatDate(line.deposit_date),
    })),
  },
];

const partOf = (title: string | null, { totals, failed, waiting }: DayNow): ReportPart => ({
  title,
  totals,
  tables: tablesOf(totals),
  failed,
  waiting,
});

/** Returns the parts of a day's report: of a closed one the figures of the closing, and apart what followed. */
export function reportOf(day: DayPreview, closed: DayClosingDetail | undefined): ReportPart[] {
  if (!closed) return [partOf(null, day)];
  const { totals, failed, waiting, after } = closed;
  const before = { failed: { ...failed, payments: [] }, waiting: { ...waiting, payments: [] } };
  return [partOf(words.atClosing, { totals, ...before }), partOf(words.after, after)];
}

/** A row of the exported file: which part and table, whose line, and its sum. */
export interface CsvRow {
  part: string;
  table: string;
  name: string;
  count: number;
  amount: string;
}

/** Returns the rows of the exported file. */
export const csvRowsOf = (parts: readonly ReportPart[]): CsvRow[] =>
  parts.flatMap(({ title, totals, tables, failed, waiting }) => {
    const part = title ?? "";
    const line = (table: string, name: string, { count, amount }: { count: number; amount: string }) => ({
      part,
      table,
      name,
      count,
      amount,
    });
    return [
      ...tables.flatMap((table) => table.lines.map((each) => line(table.title, each.name, each))),
      line(words.total, words.posted, totals),
      line(words.total, words.failed, failed),
      line(words.total, words.waiting, waiting),
    ];
  });
