import { Clock, Siren } from "lucide-react";
import { Badge } from "#components/ui/badge";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { words } from "./words.ts";

/** Shows a referral's priority; urgent ones stand out by shape and word as well as by colour. */
export function Priority({ priority }: { priority: ReferralModel["priority"] }) {
  if (priority === "stat")
    return (
      <Badge tone="danger" icon={<Siren aria-hidden="true" />}>
        {words.stat}
      </Badge>
    );
  if (priority === "urgent")
    return (
      <Badge tone="warning" icon={<Clock aria-hidden="true" />}>
        {words.urgent}
      </Badge>
    );
  return priority === "routine" ? <Badge>{words.routine}</Badge> : null;
}
