import { TriangleAlert } from "lucide-react";
import { Badge } from "./badge.tsx";
import { words } from "./set-aside-words.ts";

/** Says of a record in a list that it is shown as it was read last, and why. */
export function SetAsideBadge({ reason }: { reason: string }) {
  return (
    <span title={words.whyNotCurrent(reason)} className="relative z-1 ml-1.5 shrink-0">
      <Badge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
        {/* A narrow column keeps its room for the record's name. */}
        <span className="in-[td]:@max-md:sr-only">{words.notCurrent}</span>
        <span className="sr-only">: {reason}</span>
      </Badge>
    </span>
  );
}
