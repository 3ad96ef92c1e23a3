"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { locations } from "#lib/browser/api/locations";
import type { Opening } from "#lib/browser/api/openings";
import { useAccount } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface OpeningListProps {
  openings: readonly Opening[];
  onChoose: (opening: Opening) => void;
}

/** Lists openings by day; each opens the filled form. */
export function OpeningList({ openings, onChoose }: OpeningListProps) {
  const { id: accountId, timezone } = useAccount();
  const { data: places = [] } = useQuery(locations(accountId));
  const placeOf = (id: string) => places.find(({ emr_id }) => emr_id === id)?.name ?? id;
  // The first ten characters of a time are its day at the clinic, because it has the clinic's offset.
  const byDay = Map.groupBy(openings, ({ datetime }) => datetime.slice(0, 10));
  return (
    <ol className="flex flex-col gap-3">
      {[...byDay].map(([day, ofDay]) => (
        <li key={day}>
          <h4 className="mb-1 text-sm font-medium text-muted">{clinicDay(ofDay[0]?.datetime ?? "", timezone)}</h4>
          <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
            {ofDay.map((opening) => (
              <li key={`${opening.datetime} ${opening.provider_ehr_id} ${opening.location_id}`}>
                <Button
                  onPress={() => onChoose(opening)}
                  className="flex w-full items-baseline gap-3 px-3 py-2 text-left transition-colors duration-100 data-hovered:bg-hover data-pressed:bg-hover"
                >
                  <span className="min-w-18 shrink-0 font-medium tabular-nums">
                    {clinicTime(opening.datetime, timezone)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block">{opening.provider_name}</span>
                    <span className="block text-sm text-muted">
                      {[opening.appointment_type, placeOf(opening.location_id), words.minutes(opening.duration)]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
