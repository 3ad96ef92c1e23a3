import { ArrowDown, ArrowUp } from "lucide-react";
import { classes } from "#components/ui/classes.ts";
import type { Column, HiddenBelow, SortOrder } from "./column.ts";

const HIDDEN: Record<HiddenBelow, string> = {
  sm: "@max-sm:hidden",
  md: "@max-md:hidden",
  lg: "@max-lg:hidden",
  xl: "@max-xl:hidden",
  "2xl": "@max-2xl:hidden",
  "3xl": "@max-3xl:hidden",
  "4xl": "@max-4xl:hidden",
  "5xl": "@max-5xl:hidden",
  "6xl": "@max-6xl:hidden",
  "7xl": "@max-7xl:hidden",
};

/** Returns the class that hides a column in a narrower table. */
export const hidden = (below: HiddenBelow | undefined): string | undefined => below && HIDDEN[below];

/**
 * Width of a share in pixels: more than any screen has, so that growing columns shrink by their shares, hidden ones not
 * counted, to what the others leave. Percentages would leave the shares of hidden columns to the others.
 */
const SHARE = 4_000;

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: SortOrder | null;
  onSort: (id: string) => void;
}

/** Shows a column's title, which sorts the list if it can be sorted by this column. */
export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { id, title, end, grow, hideBelow } = column;
  const order = sort?.id === id ? (sort.descending ? "descending" : "ascending") : "none";
  const Arrow = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      {...(column.sort !== undefined && { "aria-sort": order })}
      {...(grow !== undefined && { style: { width: grow * SHARE } })}
      className={classes(
        "h-8 border-b border-line px-3 text-xs font-medium whitespace-nowrap text-faint first:pl-4 last:pr-4",
        grow === undefined ? "w-0" : "min-w-32",
        end && "text-right",
        hidden(hideBelow),
      )}
    >
      {column.sort === undefined ? (
        title
      ) : (
        <button
          type="button"
          onClick={() => onSort(id)}
          className={classes(
            "-mx-1 inline-flex h-6 cursor-default items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-fg",
            end && "flex-row-reverse",
            order !== "none" && "text-fg",
          )}
        >
          {title}
          <Arrow aria-hidden="true" className={classes("size-3", order === "none" && "opacity-30")} />
        </button>
      )}
    </th>
  );
}
