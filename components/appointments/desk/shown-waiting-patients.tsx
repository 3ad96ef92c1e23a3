"use client";

import { useVisitDrawer } from "#components/appointments/use-visit-drawer";
import { countWords, Digest } from "#components/ui/digest";
import { useFirstRows } from "./use-first-rows.tsx";
import { useDeskVisits } from "./use-visits-of.ts";
import { useWaiting } from "./use-waiting.ts";
import { WaitingRow } from "./waiting-row.tsx";
import { words } from "./words.ts";

/** Patients shown at first; the rest on demand. */
const FIRST = 8;

/**
 * The patients who have arrived and are not in a room yet, the longest-waiting first, by when their arrival was learned
 * here. Hidden while no visit status means that a patient has arrived.
 */
export function ShownWaitingPatients() {
  const visits = useDeskVisits("today");
  const { query, date, href } = visits;
  const { waiting, ofDay, isKept } = useWaiting(visits);
  const { shown, part, showAll } = useFirstRows(waiting, waiting.slice(0, FIRST));
  const { open, openMenu, drawer, statuses } = useVisitDrawer();
  if (!isKept) return null;
  return (
    <>
      <Digest
        title={words.waiting}
        count={query.data ? countWords(waiting.length, false) : null}
        scope={words.waitingScope}
        href={href}
        all={words.wholeDay}
        query={query}
        nothing={words.nobodyWaits}
        usual={1}
        rows={waiting}
        first={shown}
        known={ofDay}
        part={part}
        keyOf={({ visit }) => visit.id}
        last={showAll ? <li className="px-4 py-2">{showAll}</li> : null}
      >
        {({ visit, since }, done) => (
          <WaitingRow
            key={visit.id}
            visit={visit}
            day={date}
            since={since}
            statuses={statuses}
            onOpen={open}
            onOpenMenu={openMenu}
            done={done}
          />
        )}
      </Digest>
      {drawer}
    </>
  );
}
