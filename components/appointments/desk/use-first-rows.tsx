import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button";
import { words } from "./words.ts";

/**
 * Returns the first of the rows, or all once the user asks, which part they are, and the button that asks; null if it is not
 * needed.
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  first: readonly Row[],
): { shown: readonly Row[]; part: string; showAll: ReactNode | null } {
  const [isWhole, setWhole] = useState(false);
  return {
    part: isWhole ? "all" : "first",
    shown: isWhole ? rows : first,
    showAll:
      rows.length > first.length ? (
        <Button size="sm" variant="quiet" onPress={() => setWhole(!isWhole)}>
          {isWhole ? words.showFewer : words.showAll(rows.length)}
        </Button>
      ) : null,
  };
}
