/** The control of a list that had the focus last. */
interface Focused {
  element: Element;
  list: Element;
  /** Index of its row; -1 outside of rows. */
  row: number;
}

let focused: Focused | null = null;

const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>("tbody tr, li")];

/** Remembers the control of a list that has the focus; null for a place outside of lists. */
export function rememberFocus(element: Element, list: Element | null): void {
  if (element === list) return;
  focused = list && { element, list, row: rowsOf(list).findIndex((row) => row.contains(element)) };
}

/**
 * Keeps the focus in a list whose entry it was on has gone, such as one that was removed with the keyboard: the focus
 * moves to the entry that takes its place, or to the list, which must have a `tabIndex`.
 */
export function keepFocus(list: HTMLElement | null): void {
  const last = focused;
  if (!list || !last || last.list !== list || last.element.isConnected) return;
  focused = null;
  const moveFocus = () => {
    if (document.activeElement !== document.body) return;
    const rows = rowsOf(list);
    const next = rows[Math.min(last.row, rows.length - 1)]?.querySelector<HTMLElement>("a, button, input");
    (next ?? list).focus();
  };
  // A dialog that closes returns the focus one frame later.
  requestAnimationFrame(() => requestAnimationFrame(moveFocus));
}
