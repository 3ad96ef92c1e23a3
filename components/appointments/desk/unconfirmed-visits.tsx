"use client";

import { useState } from "react";
import { MeaningIcon } from "#components/appointments/status/meaning-look";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { useCanChangeStatus, useChangeStatus } from "#components/appointments/status/use-status-changes.ts";
import { useVisitDrawer } from "#components/appointments/use-visit-drawer";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { Button } from "#components/ui/button";
import { Check } from "#components/ui/check";
import { countWords, Digest } from "#components/ui/digest";
import { words } from "./unconfirmed-words.ts";
import { useFirstRows } from "./use-first-rows.tsx";
import { useDeskVisits } from "./use-visits-of.ts";
import { VisitRow } from "./visit-row.tsx";
import { words as deskWords } from "./words.ts";

const FIRST = 6;

/**
 * Tomorrow's visits that are booked and not confirmed, with the patients' phones; the chosen ones are set to confirmed
 * together. Hidden while no visit status means confirmed.
 */
export function UnconfirmedVisits() {
  const { query, rows, more, date, href } = useDeskVisits("tomorrow");
  const meanings = useMeanings();
  const canChange = useCanChangeStatus();
  const setStatus = useChangeStatus();
  const { open, openMenu, drawer, statuses } = useVisitDrawer();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const unconfirmed = rows.filter(
    ({ datetime, status }) => datetime.startsWith(date) && meanings.of(status) === "booked",
  );
  const { shown, part, showAll } = useFirstRows(unconfirmed, unconfirmed.slice(0, FIRST));
  const confirmed = meanings.codeOf("confirmed");
  if (confirmed === undefined) return null;
  const picked = unconfirmed.filter(({ id }) => chosen.has(id));
  const status = statuses.get(confirmed) ?? confirmed;
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  return (
    <>
      <Digest
        title={words.tomorrowUnconfirmed}
        count={query.data ? countWords(unconfirmed.length, more !== undefined) : null}
        href={href}
        all={deskWords.wholeDay}
        query={query}
        nothing={words.allConfirmed}
        usual={1}
        rows={unconfirmed}
        first={shown}
        known={rows}
        part={part}
        keyOf={({ id }) => id}
        last={
          unconfirmed.length > 0 ? (
            <li className="flex flex-wrap items-center gap-2 px-4 py-2">
              <Button
                size="sm"
                isDisabled={picked.length === 0}
                icon={<MeaningIcon meaning="confirmed" />}
                onPress={() => {
                  for (const visit of picked) setStatus(visit, confirmed);
                  setChosen(new Set());
                }}
              >
                {picked.length === 0 ? words.setChosenTo(status) : words.setCountTo(picked.length, status)}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                onPress={() =>
                  choose(
                    shown.map(({ id }) => id),
                    picked.length < shown.length,
                  )
                }
              >
                {picked.length < shown.length ? words.choose(shown.length) : words.chooseNone}
              </Button>
              {showAll}
            </li>
          ) : null
        }
      >
        {(visit, done) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            day={date}
            statuses={statuses}
            onOpen={open}
            onOpenMenu={openMenu}
            withPhone
            steps={false}
            done={done}
            start={
              canChange(visit) ? (
                <Check
                  label={words.choose(visitTitle(visit))}
                  isChosen={chosen.has(visit.id)}
                  onChange={(isChosen) => choose([visit.id], isChosen)}
                />
              ) : null
            }
          />
        )}
      </Digest>
      {drawer}
    </>
  );
}
