"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useState } from "react";
import { Button } from "#components/ui/button";
import { DayInput } from "#components/ui/day-input";
import { ErrorState } from "#components/ui/error-state";
import { PrintSheet } from "#components/ui/print-sheet";
import { Skeleton } from "#components/ui/skeleton";
import { downtimeSheet } from "#lib/browser/api/downtime-packets";
import { useAccount } from "#lib/browser/session/account";
import { addDays, isCalendarDate, todayIn } from "#lib/kernel/dates";
import { sheetText } from "#lib/resources/downtime-packets/sections";
import { EncryptedPackets } from "./encrypted-packets.tsx";
import { SheetView } from "./sheet-view.tsx";
import { words } from "./words.ts";

/** Shows what a clinic needs on paper for a day, by default tomorrow: to print, or to save as an encrypted file. */
export function DowntimePage() {
  const account = useAccount();
  const [tomorrow] = useState(() => addDays(todayIn(account.timezone), 1));
  const [chosen, choose] = useQueryState("day", parseAsString.withDefault(tomorrow));
  const day = isCalendarDate(chosen) ? chosen : tomorrow;
  const { data, error, isPending, refetch } = useQuery(downtimeSheet(account.id, day));
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const sheet = data && sheetText(data);
  return (
    <div className="flex flex-col gap-6 px-4 py-5 lg:px-6">
      <div className="flex flex-col gap-1">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h1 className="text-xl font-semibold">{words.downtimePacket}</h1>
          <span className="flex flex-wrap items-start gap-2 max-sm:@container max-sm:w-full">
            <DayInput
              label={words.day}
              days="coming"
              value={day}
              onChange={(value) => void choose(value === tomorrow ? null : value)}
              className="w-40"
            />
            <Button
              variant="primary"
              icon={<Printer aria-hidden="true" />}
              isDisabled={!sheet}
              onPress={() => setPrinting(true)}
            >
              {words.print}
            </Button>
          </span>
        </div>
        <p className="max-w-[80ch] text-sm text-muted">{words.intro}</p>
      </div>
      <EncryptedPackets day={day} />
      <section aria-label={words.sheet} aria-busy={isPending} className="rounded-lg border border-line bg-surface p-4">
        {sheet ? <SheetView sheet={sheet} /> : null}
        {isPending ? <Skeleton className="h-96" /> : null}
        {error ? (
          <ErrorState title={words.sheetNotLoaded} onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : null}
      </section>
      {printing && sheet ? (
        <PrintSheet onDone={printed}>
          <SheetView sheet={sheet} />
        </PrintSheet>
      ) : null}
    </div>
  );
}
