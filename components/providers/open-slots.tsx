"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { Skeleton } from "#components/ui/skeleton";
import { useZoneName } from "#components/ui/time-zone";
import { useNow } from "#components/ui/use-now";
import { availability, type OpenSlot, stillOpen } from "#lib/browser/api/availability";
import { useAccount } from "#lib/browser/session/account";
import { dateFormat } from "#lib/kernel/date-format";
import { addDays, todayIn } from "#lib/kernel/dates";
import type { ProviderModel } from "#lib/resources/providers/model";
import { words } from "./words.ts";

/** Days ahead that are listed. */
const DAYS = 14;

/** Returns the reason why a provider's open slots are not offered to patients; null if they are. */
const hiddenBecause = ({ status, hide_in_availability }: ProviderModel): string | null => {
  if (status === "inactive") return words.inactiveHint;
  return hide_in_availability === "true" ? words.hiddenHint : null;
};

function SlotDay({ day, slots, timeZone }: { day: string; slots: readonly OpenSlot[]; timeZone: string }) {
  const dates = dateFormat({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
  const clock = dateFormat({ hour: "numeric", minute: "2-digit", timeZone });
  return (
    <li className="px-4 py-2.5">
      <h3 className="flex justify-between text-sm font-medium">
        {dates.format(new Date(`${day}T00:00:00Z`))}
        <span className="font-normal text-faint tabular-nums">{slots.length}</span>
      </h3>
      <p className="mt-1 flex flex-wrap gap-1">
        {slots.map((slot) => (
          <span
            key={slot.id}
            title={[slot.appointment_type || words.anyVisitType, words.minutes(slot.duration), slot.location_id].join(
              " · ",
            )}
            className="rounded-sm bg-accent-soft px-1.5 text-xs leading-5 text-accent-text tabular-nums"
          >
            {clock.format(new Date(slot.datetime))}
          </span>
        ))}
      </p>
    </li>
  );
}

/** Lists the slots of a provider that patients are offered in the next days. */
export function OpenSlots({ provider }: { provider: ProviderModel }) {
  const { id: accountId, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const query = useQuery(
    availability(accountId, { provider_id: provider.id, start_date: today, end_date: addDays(today, DAYS - 1) }),
  );
  const now = useNow(60_000);
  const slots = stillOpen(query.data ?? [], now ?? Date.now());
  const zoneName = useZoneName(slots[0]?.datetime ?? `${today}T12:00:00Z`);
  // The first ten characters of a slot's time are its day at the clinic, because it has the clinic's offset.
  const byDay = Map.groupBy(slots, ({ datetime }) => datetime.slice(0, 10));
  const hidden = hiddenBecause(provider);
  return (
    <section aria-labelledby="open-slots" className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="border-b border-line px-4 py-2.5">
        <h2 id="open-slots" className="font-semibold">
          {words.openSlotsForPatients}
        </h2>
        <p className="text-xs text-faint">
          {words.nextDays(DAYS)}
          {zoneName ? `, ${zoneName}` : ""}. {words.slotsFromSchedule}
        </p>
      </div>
      {query.isPending ? <Skeleton className="m-4 h-24" /> : null}
      {query.isError && slots.length === 0 ? (
        <ErrorState title={words.slotsNotLoaded} onRetry={() => void query.refetch()}>
          {query.error.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {query.isSuccess && slots.length === 0 ? (
        <EmptyState icon={<CalendarX aria-hidden="true" />} title={words.noOpenSlots}>
          {hidden ?? words.noOpenSlotsHint}
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {[...byDay].map(([day, ofDay]) => (
          <SlotDay key={day} day={day} slots={ofDay} timeZone={timezone} />
        ))}
      </ul>
    </section>
  );
}
