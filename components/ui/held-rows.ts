export type HeldKey = string | number;

/** The displayed rows, and the keys of those that are no longer in the list. */
export interface HeldRows<Row> {
  rows: readonly Row[];
  left: ReadonlySet<HeldKey>;
}

/**
 * Keeps the rows of a list from moving: each keeps its place and only its content changes. New rows before the last one
 * wait, and rows that have left the list stay; rows that follow may be added below. `shown` are the last displayed rows,
 * `latest` the present ones, and `known` all records, among which one that has left may still be.
 */
export function holdRows<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  keyOf: (row: Row) => HeldKey,
  addsBelow: boolean,
  known: readonly Row[] = latest,
): HeldRows<Row> {
  const now = new Map([...known, ...latest].map((row) => [keyOf(row), row]));
  const present = new Set(latest.map(keyOf));
  const keys = new Set(shown.map(keyOf));
  const last = latest.findLastIndex((row) => keys.has(keyOf(row)));
  const below = addsBelow && last !== -1 ? latest.slice(last + 1) : [];
  return {
    rows: [...shown.map((row) => now.get(keyOf(row)) ?? row), ...below],
    left: new Set([...keys].filter((key) => !present.has(key))),
  };
}
