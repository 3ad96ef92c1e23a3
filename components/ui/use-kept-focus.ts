import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/** The control of a list that had the focus last. */
interface Focused {
  element: Element;
  /** Index of its row; -1 outside of rows. */
  row: number;
  /** Number of entries at that time. */
  count: number;
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>("tbody tr, li") ?? [])];

/**
 * Keeps the focus in a list whose entry it was on goes away, such as one that was removed with the keyboard: the focus
 * moves to the entry that takes its place, or to the list. Returns the list's focus handler; the list must have a
 * `tabIndex`.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, count: number): (event: FocusEvent) => void {
  const focused = useRef<Focused | null>(null);
  useEffect(() => {
    const last = focused.current;
    if (!last || last.element.isConnected || count >= last.count) return;
    focused.current = null;
    const moveFocus = () => {
      if (document.activeElement !== document.body) return;
      const rows = rowsOf(list.current);
      const next = rows[Math.min(last.row, rows.length - 1)]?.querySelector<HTMLElement>("a, button, input");
      (next ?? list.current)?.focus();
    };
    // A dialog that closes returns the focus one frame later.
    requestAnimationFrame(() => requestAnimationFrame(moveFocus));
  }, [list, count]);
  return ({ target }) => {
    // Events of a dialog that a row has opened arrive here too.
    if (list.current?.contains(target) && target !== list.current)
      focused.current = { element: target, row: rowsOf(list.current).findIndex((row) => row.contains(target)), count };
  };
}
