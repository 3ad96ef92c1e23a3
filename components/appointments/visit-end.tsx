import { useAccount } from "#lib/browser/session/account";
import { laterEndWords, type Timed } from "./calendar/over-midnight.ts";

/** Says in a list of a day (YYYY-MM-DD) when a visit ends that began on an earlier one: "until 1:00 AM". */
export function VisitEnd({ visit, day }: { visit: Timed; day: string }) {
  const { timezone } = useAccount();
  return <span className="tabular-nums">{laterEndWords(visit, timezone, day)}</span>;
}
