import { useBookOrCall } from "#components/appointments/call-to-book/use-book-or-call";
import { useAccount } from "#lib/browser/session/account";
import type { CalendarColumn } from "./calendar-columns.ts";
import { momentOn } from "./moment-on.ts";
import type { GridPlace } from "./move-place.ts";
import { usualOf } from "./usual-of.ts";

/**
 * Returns a function that opens what books an empty place of the calendar, with the provider, the time, and the location and visit
 * type that the provider has most often in view; undefined where nothing can be. Render `slip` once.
 */
export function useBookPlace(columns: readonly CalendarColumn[], today: string) {
  const { timezone } = useAccount();
  const way = useBookOrCall();
  const book = ({ column: index, from }: GridPlace) => {
    const column = columns[index];
    if (!column || column.providerId === "" || column.day < today) return;
    const { location, type } = usualOf(columns, column);
    way?.open({
      datetime: momentOn(column.day, from, timezone),
      provider_ehr_id: column.providerId,
      provider_name: column.name,
      location,
      appointment_type: type,
    });
  };
  return { book: way && book, slip: way?.slip ?? null };
}
