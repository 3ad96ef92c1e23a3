import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";

interface TableRowProps {
  children: ReactNode;
  /** True if the row's details are open. */
  isCurrent?: boolean;
  /** The row's index (`aria-rowindex`) in a list of which only a part is rendered; the head is row 1. */
  rowIndex?: number;
}

/**
 * Shows a table row. A link in one of its cells may cover the whole row (`coversRow`), so that the row is clickable
 * anywhere but remains one link for the keyboard and screen readers.
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

interface TableCellProps {
  children?: ReactNode;
  /** Right-aligns a number or a time. */
  end?: boolean;
  /** Layout only: width, or when to hide the column. */
  className?: string;
}

/** One cell of a row; the content sets its height. */
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
