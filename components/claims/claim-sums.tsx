import { formatMoney } from "#lib/kernel/money";
import { words } from "./words.ts";

/** A claim's name, singular and plural. */
export const CLAIMS = ["claim", "claims"] as const;

/** Shows the sums of all matching claims, which the server adds up. */
export function ClaimSums({ totals: { total_charge, balance } }: { totals: Readonly<Record<string, string>> }) {
  if (total_charge === undefined || balance === undefined) return null;
  return (
    <p>
      {formatMoney(total_charge)} {words.charged} · <span className="font-medium text-fg">{formatMoney(balance)}</span>{" "}
      {words.open}
    </p>
  );
}
