"use client";

import { countWords, Digest } from "#components/ui/digest";
import { useNow } from "#components/ui/use-now";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { words } from "./desk-words.ts";
import type { Meanings } from "./status/meanings.ts";
import { useMeanings } from "./status/use-meanings.ts";
import { useVisitDrawer } from "./use-visit-drawer.tsx";
import { useVisitsOf } from "./use-visits-of.ts";
import { VisitRow } from "./visit-row.tsx";

const SHOWN = 8;
/** Places for those who are still expected, late ones first; patients in a room would otherwise fill the list. */
const SHOWN_EXPECTED = 5;

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
  const { query, rows, more, date, href } = useVisitsOf("today");
  const now = useNow(60_000);
  const meanings = useMeanings();
  const { open, openMenu, drawer, statuses } = useVisitDrawer();
  const isInRoom = ({ status }: AppointmentModel) => meanings.of(status) === "in_room";
  const ahead = rows.filter((visit) => isOpen(visit, meanings, now ?? Date.now()));
  const inRoom = ahead.filter(isInRoom);
  const expected = ahead.filter((visit) => !isInRoom(visit)).slice(0, Math.max(SHOWN_EXPECTED, SHOWN - inRoom.length));
  const chosen = new Set([...expected, ...inRoom.slice(0, SHOWN - expected.length)]);
  const shown = ahead.filter((visit) => chosen.has(visit));
  return (
    <>
      <Digest
        title={words.todaysAppointments}
        count={query.data ? countWords(rows.length, more !== undefined) : null}
        scope={rows.length > 0 ? words.stillToCome(ahead.length) : undefined}
        href={href}
        all={words.wholeDay}
        query={query}
        nothing={rows.length > 0 ? words.dayIsOver : words.nothingToday}
        usual={SHOWN}
        rows={ahead}
        first={shown}
        known={rows}
        keyOf={({ id }) => id}
      >
        {(visit, done) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            day={date}
            statuses={statuses}
            onOpen={open}
            onOpenMenu={openMenu}
            done={done}
            withNoShow
          />
        )}
      </Digest>
      {drawer}
    </>
  );
}
