"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { clinicTime } from "#components/appointments/calendar/day-words.ts";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { useVisitDrawer } from "#components/appointments/use-visit-drawer";
import { Button } from "#components/ui/button";
import { countWords, Digest } from "#components/ui/digest";
import { useNow } from "#components/ui/use-now";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { firstOf, minutesLate, partsOfDay, SHOWN } from "./day-parts.ts";
import type { Sought } from "./found-visits.ts";
import { useFirstRows } from "./use-first-rows.tsx";
import { useDeskVisits } from "./use-visits-of.ts";
import { VisitRow } from "./visit-row.tsx";
import { words } from "./words.ts";

const DeskTools = dynamic(() => import("./after-first-view.tsx").then((module) => module.DeskTools), {
  ssr: false,
  loading: () => <div className="h-8" />,
});

type Visits = readonly AppointmentModel[];

/** Returns how many of the desk's visits are still to come, and of how many at all desks, if these are more. */
const scopeWords = (ahead: Visits, rows: Visits, everybodys: Visits): string =>
  [
    words.stillToCome(ahead.length),
    ...(rows.length < everybodys.length ? [words.ofAllDesks(everybodys.length)] : []),
  ].join(", ");

/** Returns why no visit of the desk is shown. */
function nothingWords(rows: Visits, everybodys: Visits): string {
  if (rows.length > 0) return words.dayIsOver;
  return everybodys.length > 0 ? words.nothingHere(everybodys.length) : words.nothingToday;
}

/**
 * The visits of the day that still need the person's desk, around the present moment, each with its next status in one tap;
 * while someone is sought, the visits of the day that are found, of all desks.
 */
export function TodaysAppointments() {
  const { query, everybodys, rows, more, date, href } = useDeskVisits("today");
  const { timezone } = useAccount();
  const now = useNow(60_000) ?? Date.now();
  const meanings = useMeanings();
  const { open, openMenu, drawer, statuses } = useVisitDrawer();
  const [sought, setSought] = useState<Sought | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const parts = partsOfDay(rows, meanings, now);
  const inOrder = (visits: Visits) => {
    const chosen = new Set(visits);
    return rows.filter((visit) => chosen.has(visit));
  };
  const ahead = inOrder([...parts.now, ...parts.later]);
  const some = useFirstRows(ahead, inOrder(firstOf(parts, meanings)));
  const unfolded = isUnfolded ? parts.unfinished : [];
  const found = sought && everybodys.filter(sought.finds);
  const next = ahead.find(({ datetime }) => Date.parse(datetime) > now);
  return (
    <>
      <Digest
        title={words.todaysAppointments}
        count={query.data ? countWords(found?.length ?? rows.length, more !== undefined) : null}
        scope={found ? words.foundAtAllDesks : everybodys.length > 0 ? scopeWords(ahead, rows, everybodys) : undefined}
        href={href}
        all={words.wholeDay}
        query={query}
        nothing={found ? words.nobodyFound : nothingWords(rows, everybodys)}
        usual={SHOWN}
        rows={found ?? [...unfolded, ...ahead]}
        first={found ?? [...unfolded, ...some.shown]}
        known={everybodys}
        part={sought?.text ?? `${some.part} ${isUnfolded}`}
        keyOf={({ id }) => id}
        above={
          <>
            <DeskTools visits={query.data && !more ? everybodys : null} onSeek={setSought} onOpen={open} />
            {parts.unfinished.length > 0 && !found ? (
              <p className="flex items-center gap-2 text-sm text-muted">
                <span>{words.unfinished(parts.unfinished.length)}</span>
                <Button size="sm" variant="quiet" onPress={() => setUnfolded(!isUnfolded)}>
                  {isUnfolded ? words.hide : words.show}
                </Button>
              </p>
            ) : null}
          </>
        }
        last={!found && some.showAll ? <li className="px-4 py-2">{some.showAll}</li> : null}
      >
        {(visit, done) => {
          const late = minutesLate(visit, meanings, now);
          return (
            <VisitRow
              key={visit.id}
              visit={visit}
              day={date}
              statuses={statuses}
              onOpen={open}
              onOpenMenu={openMenu}
              done={done}
              withNoShow
              note={late > 0 ? <span className="text-warning">{words.late(late)}</span> : null}
              line={
                visit === next && !found
                  ? `${words.now} ${clinicTime(new Date(now).toISOString(), timezone)}`
                  : undefined
              }
            />
          );
        }}
      </Digest>
      {drawer}
    </>
  );
}
