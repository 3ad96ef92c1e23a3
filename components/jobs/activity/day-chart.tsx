"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { FiguresToggle } from "#components/ui/figures-toggle";
import { Skeleton } from "#components/ui/skeleton";
import { durationWords } from "#components/ui/span-words";
import { CountBars, DurationSpans, type TimePart } from "#components/ui/time-bars";
import { formatHour } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import { useNow } from "#components/ui/use-now";
import { jobStats } from "#lib/browser/api/job-stats";
import { useAccountId } from "#lib/browser/session/account";
import { numberLocale } from "#lib/kernel/shown-locale";
import { type DayOfJobs, dayOfJobs, type HourOfJobs } from "./day-stats.ts";
import { words as todayWords } from "./today-words.ts";
import { words } from "./words.ts";

/** Lower end of the duration axis, in milliseconds. */
const FASTEST_MS = 100;

const jobsWords = (jobs: number) => `${jobs.toLocaleString(numberLocale())} ${jobs === 1 ? "job" : "jobs"}`;
const withinWords = (ms: number | null) => (ms === null ? "–" : durationWords(ms));

function Figure({ label, value, mark }: { label: string; value: string; mark: string }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-xs text-faint">
        <span aria-hidden="true" className={`size-2 rounded-sm ${mark}`} />
        {label}
      </dt>
      <dd className="text-lg font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function Figures({ day }: { day: DayOfJobs }) {
  return (
    <dl className="flex shrink-0 gap-x-6 gap-y-2 sm:w-28 sm:flex-col">
      <Figure label={words.jobs} value={day.jobs.toLocaleString(numberLocale())} mark="bg-accent" />
      <Figure label={words.failed} value={day.failed.toLocaleString(numberLocale())} mark="bg-danger" />
      <Figure label={words.percentile} value={withinWords(day.withinMs)} mark="bg-info" />
    </dl>
  );
}

/** Shows the chart's figures as a table: visible on demand, and always available to screen readers. */
function HoursTable({ day, isShown, hourOf }: { day: DayOfJobs; isShown: boolean; hourOf: (at: string) => string }) {
  return (
    <div className={isShown ? "mt-3 border-t border-line" : "sr-only"}>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{words.dayByHour}</caption>
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="py-1.5 font-medium">
              {words.hour}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {words.jobs}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {words.failed}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {words.percentile}
            </th>
          </tr>
        </thead>
        <tbody>
          {day.hours.map(({ at, jobs, failed, withinMs }) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="py-1 font-normal">
                <time dateTime={at}>{hourOf(at)}</time>
              </th>
              <td className="py-1 text-right">{jobs}</td>
              <td className="py-1 text-right">{failed}</td>
              <td className="py-1 text-right">{withinWords(withinMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Labels every sixth hour under its bar, or every twelfth where the labels would touch. */
function HourLine({ hours, hourOf }: { hours: readonly HourOfJobs[]; hourOf: (at: string) => string }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-4 text-xs text-faint tabular-nums">
      {hours
        .filter((_, index) => index % 6 === 0)
        .map(({ at }) => (
          <span key={at} className="whitespace-nowrap @max-3xs:even:invisible">
            {hourOf(at)}
          </span>
        ))}
    </div>
  );
}

/** Charts the account's last day: accepted jobs, failures and durations per hour. */
export function DayChart() {
  const zone = useTimeZone();
  const now = useNow(60_000);
  const [asTable, setAsTable] = useState(false);
  const { data, isError, refetch } = useQuery(jobStats(useAccountId()));
  if (isError && !data) {
    return (
      <p className="flex h-full items-center gap-2 text-sm text-muted">
        {words.dayNotLoaded}
        <Button variant="link" onPress={() => void refetch()}>
          {todayWords.tryAgain}
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton className="h-full w-full" />;
  const day = dayOfJobs(data, now ?? Date.now());
  const hourOf = (at: string) => formatHour(at, zone);
  const wordsOf = ({ at, jobs, failed, withinMs }: HourOfJobs) =>
    words.inHour(hourOf(at), jobsWords(jobs), failed, withinMs === null ? null : durationWords(withinMs));
  const parts = day.hours.map(
    (hour): TimePart => ({
      key: hour.at,
      words: wordsOf(hour),
      above: hour.jobs,
      below: hour.failed,
      span: hour.withinMs === null ? null : [hour.withinMs, hour.withinMs],
    }),
  );
  return (
    <>
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
        <Figures day={day} />
        <div className="@container flex min-w-0 flex-1 flex-col gap-1">
          <CountBars parts={parts} />
          <DurationSpans parts={parts} fastestMs={FASTEST_MS} />
          <HourLine hours={day.hours} hourOf={hourOf} />
        </div>
      </div>
      <HoursTable day={day} isShown={asTable} hourOf={hourOf} />
      <FiguresToggle isShown={asTable} onChange={setAsTable} className="absolute top-3 right-2" />
    </>
  );
}
