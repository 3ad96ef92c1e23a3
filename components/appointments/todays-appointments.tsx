"use client";

import { countWords, Digest } from "#components/ui/digest";
import { useNow } from "#components/ui/use-now";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { Meanings } from "./status/meanings.ts";
import { useMeanings } from "./status/use-meanings.ts";
import { useVisitDrawer } from "./use-visit-drawer.tsx";
import { useVisitsOf } from "./use-visits-of.ts";
import { VisitRow } from "./visit-row.tsx";

const SHOWN = 8;

/**
 * Returns whether a visit still needs the desk at a moment in milliseconds: its patient is expected, even if late, or in
 * a room. A status that is not mapped counts until the visit's time is over; patients who wait have a list of their own.
 */
function isOpen({ datetime, duration, status }: AppointmentModel, meanings: Meanings, now: number): boolean {
  const meaning = meanings.of(status);
  if (meaning === null) return Date.parse(datetime) + duration * 60_000 > now;
  return meanings.isExpected(status) || meaning === "in_room";
}

/** The visits of the day that still need the desk, on the page Today, each with its next status in one tap. */
export function TodaysAppointments() {
  const { query, rows, more, href } = useVisitsOf("today");
  const now = useNow(60_000);
  const meanings = useMeanings();
  const { open, openMenu, drawer, statuses } = useVisitDrawer();
  const ahead = rows.filter((visit) => isOpen(visit, meanings, now ?? Date.now()));
  return (
    <>
      <Digest
        title="Today's appointments"
        count={query.data ? countWords(rows.length, more !== undefined) : null}
        scope={rows.length > 0 ? `${ahead.length} still to come or in a room` : undefined}
        href={href}
        all="The whole day"
        query={query}
        nothing={rows.length > 0 ? "Today's appointments are over." : "No appointments today."}
        usual={SHOWN}
        isEmpty={ahead.length === 0}
      >
        {ahead.slice(0, SHOWN).map((visit) => (
          <VisitRow key={visit.id} visit={visit} statuses={statuses} onOpen={open} onOpenMenu={openMenu} withNoShow />
        ))}
      </Digest>
      {drawer}
    </>
  );
}
