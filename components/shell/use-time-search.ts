import { CalendarSearch } from "lucide-react";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import { words } from "./palette-words.ts";

/** Stands for the search for a time among the pages of the console. */
export const TIME_SEARCH = "find-time";

const PLACE = { section: TIME_SEARCH, name: words.findTime, Icon: CalendarSearch };

/** Returns the search for a time as a page of the console; none where no visit can be booked. */
export function useTimeSearch(): (typeof PLACE)[] {
  const account = useAccount();
  const booking = useOperationAt("open-slot");
  return booking && canStart(account, booking) ? [PLACE] : [];
}
