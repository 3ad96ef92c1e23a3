/** The displayed rows, and the number of newer rows that are not displayed yet. */
export interface HeldRows<Row> {
  rows: Row[];
  waiting: number;
}

/**
 * Keeps a live list from jumping under the pointer. While the list is held, rows keep their place and only their
 * contents change: new rows at the top wait, rows that no longer match stay, and older rows may follow below. `shown`
 * are the last displayed rows, `latest` the current list, both newest first; ids grow with time.
 */
export function holdRows<Row, Id extends number | string>(
  shown: readonly Row[],
  latest: readonly Row[],
  idOf: (row: Row) => Id,
): HeldRows<Row> {
  const now = new Map(latest.map((row) => [idOf(row), row]));
  const rows = shown.map((row) => now.get(idOf(row)) ?? row);
  const first = shown[0];
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return { rows: [...latest], waiting: 0 };
  const older = latest.filter((row) => idOf(row) < idOf(last));
  const waiting = latest.filter((row) => idOf(row) > idOf(first)).length;
  return { rows: [...rows, ...older], waiting };
}
