"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useCallback, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { DayInput } from "#components/ui/day-input";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { ExportCsv } from "#components/ui/export-csv";
import { PrintSheet } from "#components/ui/print-sheet";
import { Select } from "#components/ui/select";
import { Skeleton } from "#components/ui/skeleton";
import { formatDate, formatExact } from "#components/ui/time-words";
import type { DayPreview } from "#lib/administration/day-closings/model";
import { closedDay, dayNow } from "#lib/browser/api/day-closings";
import { locations } from "#lib/browser/api/locations";
import { useDesk } from "#lib/browser/page/use-desk";
import { useAccount } from "#lib/browser/session/account";
import { isCalendarDate, todayIn } from "#lib/kernel/dates";
import { CloseButton } from "./close-button.tsx";
import { type CsvRow, csvRowsOf, reportOf } from "./day-report.ts";
import { DayView } from "./day-view.tsx";
import { words } from "./words.ts";

const EVERY = "all";

interface Place {
  id: string;
  name: string;
}

/** Returns the account's locations, with those that only the day's payments name. */
function placesOf(known: readonly { emr_id: string; name: string }[], day: DayPreview | undefined): Place[] {
  const places = known.map(({ emr_id, name }) => ({ id: emr_id, name }));
  const named = [
    ...(day?.totals.by_location ?? []),
    ...(day ? [...day.failed.payments, ...day.waiting.payments, ...day.day_closings] : []),
  ].map(({ location_id, location_name }) => ({ id: location_id, name: location_name ?? location_id }));
  return [...new Map([...named, ...places].map((place) => [place.id, place])).values()].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
}

const CSV_COLUMNS = [
  [words.part, ({ part }: CsvRow) => part],
  [words.table, ({ table }: CsvRow) => table],
  [words.lineName, ({ name }: CsvRow) => name],
  [words.count, ({ count }: CsvRow) => count],
  [words.amount, ({ amount }: CsvRow) => amount],
] as const;

/** Says of each location whether the day is closed there, and closes it. */
function EachLocation({ day, places }: { day: DayPreview; places: readonly Place[] }) {
  const { timezone } = useAccount();
  return (
    <section aria-label={words.byLocation} className="rounded-lg border border-line bg-surface">
      <p className="px-4 pt-3 text-sm text-muted">{words.chooseToClose}</p>
      <ul className="divide-y divide-line">
        {places.map(({ id, name }) => {
          const closing = day.day_closings.find(({ location_id }) => location_id === id);
          return (
            <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-0 flex-1 font-medium break-words">{name}</span>
              {closing ? (
                <span className="text-sm text-muted">
                  {words.closedBy(closing.closed_by.name, formatExact(closing.closed_at, timezone))}
                </span>
              ) : (
                <CloseButton date={day.date} locationId={id} place={name} primary={false} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Shows what a day's payments come to, by default today's of the person's desk, and closes it (additions §7). */
export function CloseDayPage() {
  const { id, name: accountName, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const [desk] = useDesk();
  const [asked, ask] = useQueryStates({ date: parseAsString, location: parseAsString });
  const date = asked.date !== null && isCalendarDate(asked.date) ? asked.date : today;
  const { data: known = [], isPending: areLocationsPending } = useQuery(locations(id));
  const own = known.length === 1 ? known[0] : known.find(({ name }) => name === desk.locations[0]);
  const location = asked.location ?? own?.emr_id ?? EVERY;
  const locationId = location === EVERY ? "" : location;
  const query = useQuery({ ...dayNow(id, date, locationId), enabled: !areLocationsPending });
  const day = query.data;
  const closing = locationId === "" ? undefined : day?.day_closings[0];
  const closedQuery = useQuery({ ...closedDay(id, closing?.id ?? ""), enabled: closing !== undefined });
  const closed = closing && closedQuery.data;
  const places = placesOf(known, day);
  const place = places.find((each) => each.id === locationId)?.name ?? (locationId || words.everyLocation);
  const [printing, setPrinting] = useState(false);
  const onPrinted = useCallback(() => setPrinting(false), []);
  const isReady = day !== undefined && (closing === undefined || closed !== undefined);
  const parts = isReady ? reportOf(day, closed) : [];
  const error = query.error ?? (closing ? closedQuery.error : null);
  const isEmpty = day && day.totals.count + day.failed.count + day.waiting.count === 0 && !closing;

  return (
    <div className="flex flex-col gap-5 px-4 py-5 lg:px-6">
      <div className="flex flex-col gap-1">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h1 className="text-xl font-semibold">{words.title}</h1>
          <span className="flex flex-wrap items-start gap-2 max-sm:@container max-sm:w-full">
            <Select
              label={words.location}
              hideLabel
              options={[{ id: EVERY, name: words.everyLocation }, ...places]}
              value={location}
              onChange={(chosen) => void ask({ location: chosen })}
              className="w-48"
            />
            <DayInput
              label={words.day}
              days="history"
              today={today}
              maxValue={today}
              value={date}
              onChange={(value) => void ask({ date: value === today ? null : value })}
              className="w-40"
            />
            <ExportCsv
              fileName={words.csvOf(date)}
              read={async () => ({ rows: csvRowsOf(parts), columns: CSV_COLUMNS })}
            />
            <Button icon={<Printer aria-hidden="true" />} isDisabled={!isReady} onPress={() => setPrinting(true)}>
              {words.print}
            </Button>
            {day && locationId !== "" && !closing ? (
              <CloseButton date={date} locationId={locationId} place={place} primary />
            ) : null}
          </span>
        </div>
        <p className="max-w-[80ch] text-sm text-muted">{words.intro}</p>
      </div>
      {closing ? (
        <Banner tone="success" title={words.closedBy(closing.closed_by.name, formatExact(closing.closed_at, timezone))}>
          {words.closedHint}
        </Banner>
      ) : null}
      {day && locationId === "" ? <EachLocation day={day} places={places} /> : null}
      <section
        aria-label={words.report}
        aria-busy={!isReady && !error}
        className="rounded-lg border border-line bg-surface p-4"
      >
        {error && !isReady ? (
          <ErrorState title={words.notLoaded} onRetry={() => void (closing ? closedQuery : query).refetch()}>
            {error.message}
          </ErrorState>
        ) : null}
        {!isReady && !error ? <Skeleton className="h-96" /> : null}
        {isReady ? (
          isEmpty ? (
            <EmptyState title={words.none}>{words.noneHint}</EmptyState>
          ) : (
            <DayView parts={parts} />
          )
        ) : null}
      </section>
      {printing && isReady ? (
        <PrintSheet onDone={onPrinted}>
          <h1 className="text-xl font-semibold break-words">{words.reportOf(place, formatDate(date))}</h1>
          <p className="text-sm">{accountName}</p>
          {closing ? (
            <p className="text-sm">
              {words.closedBy(closing.closed_by.name, formatExact(closing.closed_at, timezone))}
            </p>
          ) : null}
          <p className="text-sm">{words.printed(formatExact(new Date().toISOString(), timezone))}</p>
          <p className="pb-4 text-sm">{words.intro}</p>
          <DayView parts={parts} />
        </PrintSheet>
      ) : null}
    </div>
  );
}
