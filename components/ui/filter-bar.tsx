import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { words } from "./words.ts";

interface FilterBarProps {
  /** The bar's name: "Filter claims". */
  label: string;
  /** Whether any filter is set. */
  filtered: boolean;
  onClear: () => void;
  /** The fields. */
  children: ReactNode;
}

/**
 * Shows the filters of a list side by side, with a button that clears them if any is set. The fields follow the bar's own
 * width: beside an open panel they lie as on a phone.
 */
export function FilterBar({ label, filtered, onClear, children }: FilterBarProps) {
  return (
    <search aria-label={label} className="@container flex grow basis-96 flex-wrap items-start gap-2">
      {children}
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          {words.clear}
        </Button>
      ) : null}
    </search>
  );
}
