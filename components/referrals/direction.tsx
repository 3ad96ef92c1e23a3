import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { ReferralModel } from "#lib/resources/referrals/model";

/** Whether a referral came to the practice or went out from it. */
export function Direction({ direction }: { direction: ReferralModel["direction"] }) {
  const Icon = direction === "incoming" ? ArrowDownLeft : ArrowUpRight;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden="true" className="size-4 text-faint" />
      {direction === "incoming" ? "Incoming" : "Outgoing"}
    </span>
  );
}
