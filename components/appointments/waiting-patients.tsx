"use client";

import { useQuery } from "@tanstack/react-query";
import { countWords, Digest } from "#components/ui/digest";
import { RelativeTime } from "#components/ui/relative-time";
import { statusTimes } from "#lib/browser/api/appointments";
import { useAccountId } from "#lib/browser/session/account";
import { useMeanings } from "./status/use-meanings.ts";
import { useVisitDrawer } from "./use-visit-drawer.tsx";
import { useVisitsOf } from "./use-visits-of.ts";
import { VisitRow } from "./visit-row.tsx";

const SHOWN = 8;

/**
 * The patients who have arrived and are not in a room yet, the longest-waiting first, by when their arrival was learned
 * here. Hidden while no visit status means that a patient has arrived.
 */
export function WaitingPatients() {
  const { query, rows, date, href } = useVisitsOf("today");
  const meanings = useMeanings();
  const { data: times = [] } = useQuery(statusTimes(useAccountId(), date));
  const { open, openMenu, drawer, statuses } = useVisitDrawer();
  if (meanings.codeOf("arrived") === undefined) return null;
  const since = new Map(times.map((each) => [`${each.emr_appointment_id} ${each.status}`, each.since]));
  const waiting = rows
    .filter(({ status }) => meanings.of(status) === "arrived")
    .map((visit) => ({ visit, since: since.get(`${visit.emr_appointment_id} ${visit.status}`) }))
    .sort((a, b) => (a.since ?? "").localeCompare(b.since ?? ""));
  return (
    <>
      <Digest
        title="Waiting"
        count={query.data ? countWords(waiting.length, false) : null}
        scope="arrived, not in a room yet"
        href={href}
        all="The whole day"
        query={query}
        nothing="Nobody waits."
        usual={1}
        isEmpty={waiting.length === 0}
      >
        {waiting.slice(0, SHOWN).map(({ visit, since: at }) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            statuses={statuses}
            onOpen={open}
            onOpenMenu={openMenu}
            note={
              at ? (
                <>
                  known <RelativeTime at={at} />
                </>
              ) : null
            }
          />
        ))}
      </Digest>
      {drawer}
    </>
  );
}
