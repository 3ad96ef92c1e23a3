import type { CalendarColumn, CalendarItem } from "./calendar-columns.ts";

const byTime = (items: readonly CalendarItem[]) => [...items].sort((a, b) => a.from - b.from || a.until - b.until);

const idOf = (item: CalendarItem | undefined): string | null => item?.key ?? null;

/** Returns the first item of the first column with items. */
export const firstItem = (columns: readonly CalendarColumn[]): string | null =>
  idOf(byTime(columns.find(({ items }) => items.length > 0)?.items ?? [])[0]);

/** Returns an item's column and its index among the column's items by time. */
export function placeOf(
  columns: readonly CalendarColumn[],
  id: string | null,
): { column: number; place: number } | null {
  if (id === null) return null;
  const column = columns.findIndex(({ items }) => items.some(({ key }) => key === id));
  const place = byTime(columns[column]?.items ?? []).findIndex(({ key }) => key === id);
  return column === -1 ? null : { column, place };
}

/** Returns the item nearest in time of the next column with items in a direction. */
function beside(columns: readonly CalendarColumn[], start: number, step: 1 | -1, from: number): string | null {
  for (let index = start + step; columns[index]; index += step) {
    const items = byTime(columns[index]?.items ?? []);
    const nearest = items.reduce<CalendarItem | undefined>(
      (best, item) => (!best || Math.abs(item.from - from) < Math.abs(best.from - from) ? item : best),
      undefined,
    );
    if (nearest) return idOf(nearest);
  }
  return null;
}

/**
 * Returns the item to which a key leads from an item, both by their keys: up and down the column, to the nearest item of
 * the columns beside it, or to the first or last item of the column. Returns null for other keys and at the end.
 */
export function itemAfter(columns: readonly CalendarColumn[], id: string, key: string): string | null {
  const at = placeOf(columns, id);
  if (!at) return null;
  const items = byTime(columns[at.column]?.items ?? []);
  const from = items[at.place]?.from ?? 0;
  switch (key) {
    case "ArrowDown":
      return idOf(items[at.place + 1]);
    case "ArrowUp":
      return idOf(items[at.place - 1]);
    case "ArrowRight":
      return beside(columns, at.column, 1, from);
    case "ArrowLeft":
      return beside(columns, at.column, -1, from);
    case "Home":
      return idOf(items[0]);
    case "End":
      return idOf(items.at(-1));
    default:
      return null;
  }
}
