import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface TableProps {
  /** What the table lists, for those who do not see the page's heading. */
  label: string;
  children: ReactNode;
}

/**
 * Rows under a head. Where it is too wide it scrolls sideways by itself, so that the page does not. Cells hide by the
 * table's own width (`@max-2xl:hidden`), since a drawer may take half of the page.
 */
export function Table({ label, children }: TableProps) {
  return (
    <div className="@container overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-left text-sm">
        {children}
      </table>
    </div>
  );
}

/** The names of the columns; `end` aligns a column of numbers or times to the right. */
export function TableHead({ columns }: { columns: readonly { title: string; end?: boolean; className?: string }[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, end, className }) => (
          <th
            key={title}
            scope="col"
            className={classes(
              "h-8 border-b border-line px-3 text-xs font-medium whitespace-nowrap text-faint first:pl-4 last:pr-4",
              end && "text-right",
              className,
            )}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export interface TableRowProps {
  children: ReactNode;
  /** The row whose details lie open. */
  isCurrent?: boolean;
  /** Its place in a list of which only a part is drawn, counted from 1 with the head as the first. */
  rowIndex?: number;
}

/**
 * A row. The link in one of its cells (a `TableLink`) covers the whole row, so that it can be pressed anywhere, and is
 * still one link for the keyboard and for screen readers.
 */
export function TableRow({ children, isCurrent = false, rowIndex }: TableRowProps) {
  return (
    <tr
      data-current={isCurrent || undefined}
      aria-rowindex={rowIndex}
      className="relative border-b border-line transition-colors duration-100 last:border-b-0 has-[a]:hover:bg-hover/60 data-current:bg-accent-soft"
    >
      {children}
    </tr>
  );
}

export interface TableCellProps {
  children?: ReactNode;
  /** Aligns a number or a time to the right. */
  end?: boolean;
  /** Layout alone: width, or when to hide the column. */
  className?: string;
}

export function TableCell({ children, end = false, className }: TableCellProps) {
  return (
    <td className={classes("h-10 px-3 py-1.5 first:pl-4 last:pr-4 tabular-nums", end && "text-right", className)}>
      {children}
    </td>
  );
}
