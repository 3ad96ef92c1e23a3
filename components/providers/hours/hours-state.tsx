"use client";

import { useState } from "react";
import { words } from "#components/providers/words.ts";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import type { ProviderModel } from "#lib/resources/providers/model";
import { HoursConflict } from "./hours-conflict.tsx";
import { shiftWords, timeWords } from "./shift.ts";
import type { useHours } from "./use-hours.ts";

interface HoursStateProps {
  hours: ReturnType<typeof useHours>;
  /** The actor and the time of the latest change. */
  change: Pick<ProviderModel, "changed_by" | "changed_at">;
}

/** Shows the state of edited hours: conflicts, refusals, changes by others, and the button to save. */
export function HoursState({ hours, change }: HoursStateProps) {
  const { pairs, problems, isChanged, theirs, isPending, isSaved, error, takeUp, save, discard } = hours;
  const [wasAsked, setWasAsked] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      {pairs.length > 0 ? (
        <Banner tone="danger" title={words.shiftsOverlap} announce={wasAsked}>
          {pairs.slice(0, 3).map(([one, other]) => (
            <span key={`${one.key} ${other.key}`} className="block">
              {words.overlap(shiftWords(one), timeWords(other.start_time), timeWords(other.end_time))}
            </span>
          ))}
        </Banner>
      ) : null}
      {wasAsked && problems.size > 0 ? (
        <Banner tone="danger" title={words.shiftErrors} announce>
          {words.shiftErrorsHint}
        </Banner>
      ) : null}
      {takeUp && error ? (
        <Banner
          tone="danger"
          title={words.hoursNotChanged(error.message)}
          announce
          action={
            <Button size="sm" onPress={takeUp}>
              {words.bringMyChangesBack}
            </Button>
          }
        >
          {words.hoursRestored}
        </Banner>
      ) : null}
      {theirs ? (
        <HoursConflict
          theirs={theirs}
          mine={hours.shifts}
          change={change}
          onKeepMine={() => setWasAsked(!hours.saveOverTheirs())}
          onTakeTheirs={discard}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          pending={isPending}
          isDisabled={theirs !== null || (!isChanged && !isPending)}
          onPress={() => setWasAsked(!save())}
        >
          {words.saveHours}
        </Button>
        <Button
          variant="quiet"
          isDisabled={!isChanged || isPending}
          onPress={() => {
            setWasAsked(false);
            discard();
          }}
        >
          {words.discardChanges}
        </Button>
        <span role="status" className="text-sm text-muted">
          {isChanged && !isPending ? words.notSaved : null}
          {isSaved ? words.hoursSaved : null}
        </span>
      </div>
    </div>
  );
}
