import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";

interface FilterBarProps {
  /** What it filters: "Filter claims". */
  label: string;
  /** Whether anything is filtered now. */
  filtered: boolean;
  onClear: () => void;
  /** How it stands among others in its row. */
  className?: string;
  /** The fields. */
  children: ReactNode;
}

/** The filters of a list side by side, and what takes them away where there are some. */
export function FilterBar({ label, filtered, onClear, className, children }: FilterBarProps) {
  return (
    <search aria-label={label} className={classes("flex flex-wrap items-start gap-2", className)}>
      {children}
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
