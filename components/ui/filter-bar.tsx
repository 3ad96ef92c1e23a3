import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { words } from "./words.ts";

interface FilterBarProps {
  /** The bar's name: "Filter claims". */
  label: string;
  /** Whether any filter is set. */
  filtered: boolean;
  onClear: () => void;
  /** Layout within its row. */
  className?: string;
  /** The fields. */
  children: ReactNode;
}

/** Shows the filters of a list side by side, with a button that clears them if any is set. */
export function FilterBar({ label, filtered, onClear, className, children }: FilterBarProps) {
  return (
    <search aria-label={label} className={classes("flex flex-wrap items-start gap-2", className)}>
      {children}
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          {words.clear}
        </Button>
      ) : null}
    </search>
  );
}
