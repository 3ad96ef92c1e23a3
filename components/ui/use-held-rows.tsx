import { useCallback, useEffect, useRef, useState } from "react";
import { type HeldRows, holdRows } from "./held-rows.ts";

/**
 * Holds a live list still while the pointer or the keyboard focus is in it. `listKey` identifies the list: after a
 * change of filters nothing is held. `idOf` must be a stable function.
 */
export function useHeldRows<Row, Id extends number | string>(
  latest: readonly Row[],
  listKey: string,
  idOf: (row: Row) => Id,
) {
  const shown = useRef<{ key: string; rows: readonly Row[] }>({ key: listKey, rows: [] });
  const [held, setHeld] = useState(false);
  const same = shown.current.key === listKey;
  const result: HeldRows<Row> =
    held && same ? holdRows(shown.current.rows, latest, idOf) : { rows: [...latest], waiting: 0 };
  useEffect(() => {
    shown.current = { key: listKey, rows: result.rows };
  });
  const hold = useCallback(() => setHeld(true), []);
  const release = useCallback(() => setHeld(false), []);
  return { ...result, hold, release };
}
