import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { words } from "./digest-words.ts";

/** Shows whether a referral is incoming or outgoing. */
export function Direction({ direction }: { direction: ReferralModel["direction"] }) {
  const Icon = direction === "incoming" ? ArrowDownLeft : ArrowUpRight;
  return (
    <span className="inline-flex items-center gap-1 align-top">
      <Icon aria-hidden="true" className="size-4 text-faint" />
      {direction === "incoming" ? words.incoming : words.outgoing}
    </span>
  );
}
