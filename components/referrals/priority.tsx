import { Clock, Siren } from "lucide-react";
import { Badge } from "#components/ui/badge";
import type { ReferralModel } from "#lib/resources/referrals/model";

/** How pressing a referral is: what is not routine stands out by form and word as well as by colour. */
export function Priority({ priority }: { priority: ReferralModel["priority"] }) {
  if (priority === "stat")
    return (
      <Badge tone="danger" icon={<Siren aria-hidden="true" />}>
        Stat
      </Badge>
    );
  if (priority === "urgent")
    return (
      <Badge tone="warning" icon={<Clock aria-hidden="true" />}>
        Urgent
      </Badge>
    );
  return priority === "routine" ? <Badge>Routine</Badge> : null;
}
