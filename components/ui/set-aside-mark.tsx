import { TriangleAlert } from "lucide-react";
import { Badge } from "./badge.tsx";
import { words } from "./words.ts";

interface SetAsideMarkProps {
  /** Why the EMR's present state of the record cannot be read; "" or null for a record that is up to date. */
  reason: string | null | undefined;
}

/** Marks a record in a list that is shown as it was read last. */
export function SetAsideMark({ reason }: SetAsideMarkProps) {
  if (!reason) return null;
  return (
    <span title={reason} className="relative z-1 ml-1.5">
      <Badge tone="warning" icon={<TriangleAlert />}>
        {words.notCurrent}
        <span className="sr-only">: {reason}</span>
      </Badge>
    </span>
  );
}
