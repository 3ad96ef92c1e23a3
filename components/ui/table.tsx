import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface TableProps {
  /** The accessible name of the table. */
  label: string;
  children: ReactNode;
}

/**
 * Shows a table that scrolls sideways by itself if it is too wide. Cells hide by the table's width (`@max-2xl:hidden`),
 * since a drawer may take half of the page.
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

/** Shows the column titles; `end` right-aligns a column of numbers or times. */
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
  /** True if the row's details are open. */
  isCurrent?: boolean;
  /** The row's index (`aria-rowindex`) in a list of which only a part is rendered; the head is row 1. */
  rowIndex?: number;
}

/**
 * Shows a table row. A `TableLink` in one of its cells covers the whole row, so that the row is clickable anywhere but
 * remains one link for the keyboard and screen readers.
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
  /** Right-aligns a number or a time. */
  end?: boolean;
  /** Layout only: width, or when to hide the column. */
  className?: string;
}

export function TableCell({ children, end = false, className }: TableCellProps) {
  return (
    <td
      className={classes(
        "h-(--row) px-3 py-[calc((var(--row)-1.75rem)/2)] first:pl-4 last:pr-4 tabular-nums",
        end && "text-right",
        className,
      )}
    >
      {children}
    </td>
  );
}
