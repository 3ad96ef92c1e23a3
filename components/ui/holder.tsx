import type { RefObject } from "react";
import { DoneMark } from "./done-mark.tsx";
import type { Before, HeldRows, HeldRowsOptions, Holder } from "./held-list.ts";
import { holdRows } from "./held-rows.ts";
import { keepFocus } from "./kept-focus.ts";
import { NewerRows } from "./newer-rows.tsx";
import { followPointing, isPointedAt } from "./pointed-lists.ts";

function hold<Row>(
  before: RefObject<Before<Row> | null>,
  latest: readonly Row[],
  listKey: string | undefined,
  { list, keyOf, all = latest, known = all, isPlaced = false }: HeldRowsOptions<Row>,
  onRelease: () => void,
): HeldRows<Row> {
  const last = before.current;
  const isHeld =
    listKey !== undefined && last?.of === listKey && last.held.rows.length > 0 && isPointedAt(list.current);
  if (!isHeld) return { rows: latest, all, markOf: () => null, newer: null };
  const { rows, left } = holdRows(last.held.rows, latest, keyOf, all === latest && !isPlaced, known);
  const counted = new Set(last.held.all.map(keyOf));
  const drawn = new Set(rows.map(keyOf));
  const waiting = all.filter((row) => !counted.has(keyOf(row)) && !drawn.has(keyOf(row))).length;
  const release = () => {
    before.current = null;
    onRelease();
  };
  return {
    rows,
    markOf: (row) => (left.has(keyOf(row)) ? <DoneMark /> : null),
    all: last.held.all,
    newer: waiting > 0 ? <NewerRows waiting={waiting} onShow={release} floats={all === latest} /> : null,
  };
}

/** What holds rows still; it loads at the first sign of a person (`useHoldingSoon`). */
export const holder: Holder = { begin: followPointing, hold, isPointedAt, keepFocus };
