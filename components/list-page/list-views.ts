import type { TableState } from "#components/ui/data-table/use-table.ts";
import type { SavedViewFilters, ViewList } from "#lib/administration/saved-views/model";

/** The data that the saved views of a list need. */
export interface ListViews {
  list: ViewList;
  /** The list's current filters and order; only those that are set. */
  filters: SavedViewFilters;
  onChoose: (filters: SavedViewFilters) => void;
}

/** The name under which a view keeps the order of the rows. */
const SORT = "sort";

/** Returns the filters that are set. */
export const setFilters = (filters: Readonly<Record<string, string | undefined>>): SavedViewFilters =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Returns whether two sets of filters are equal. */
export function sameFilters(one: SavedViewFilters, other: SavedViewFilters): boolean {
  const [first, second] = [setFilters(one), setFilters(other)];
  const names = Object.keys(first);
  return names.length === Object.keys(second).length && names.every((name) => first[name] === second[name]);
}

/**
 * Returns the saved views of a list whose filters and order are in the URL. Filters that the list no longer has are
 * ignored when a view is chosen.
 */
export function viewsOf<Name extends string>(
  list: ViewList,
  { filters, change }: { filters: Record<Name, string>; change: (changed: Partial<Record<Name, string>>) => void },
  table?: Pick<TableState<never>, "order" | "onOrder">,
): ListViews {
  const names = Object.keys(filters) as Name[];
  return {
    list,
    filters: setFilters({ ...filters, [SORT]: table?.order }),
    onChoose: (chosen) => {
      change(Object.fromEntries(names.map((name) => [name, chosen[name] ?? ""])) as Record<Name, string>);
      table?.onOrder(chosen[SORT] ?? "");
    },
  };
}
