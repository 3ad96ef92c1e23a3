"use client";

import { countWords, Digest } from "#components/ui/digest";
import { words } from "./desk-words.ts";
import { useFirstRows } from "./use-first-rows.tsx";
import { useVisitDrawer } from "./use-visit-drawer.tsx";
import { useWaiting } from "./use-waiting.ts";
import { WaitingRow } from "./waiting-row.tsx";

/** Patients shown at first; the rest on demand. */
const FIRST = 8;

/**
 * The patients who have arrived and are not in a room yet, the longest-waiting first, by when their arrival was learned
 * here. Hidden while no visit status means that a patient has arrived.
 */
export function ShownWaitingPatients() {
  const { query, waiting, ofDay, isKept, date, href } = useWaiting();
  const { shown, part, showAll } = useFirstRows(waiting, FIRST);
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
