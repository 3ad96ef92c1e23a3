"use client";

import { CalendarDays } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback } from "react";
import { CalendarBar } from "#components/appointments/calendar/calendar-bar";
import type { View } from "#components/appointments/calendar/calendar-place.ts";
import { daysWords } from "#components/appointments/calendar/day-words.ts";
import { GridSkeleton } from "#components/appointments/calendar/grid-skeleton";
import { ProviderChooser } from "#components/appointments/calendar/provider-chooser";
import { useCalendar } from "#components/appointments/calendar/use-calendar.ts";
import { AppointmentFilterBar } from "#components/appointments/filters/filter-bar";
import { useStatusMenu } from "#components/appointments/status/status-menu";
import { StatusOutcomes } from "#components/appointments/status/status-outcomes";
import { useStatusWords } from "#components/appointments/status/use-status-words.ts";
import { DateReason } from "#components/list-page/date-reason";
import { SavedViews } from "#components/list-page/saved-views";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { Segments } from "#components/ui/segments";
import { useAccount } from "#lib/browser/session/account";
import { isEmbedded } from "#lib/browser/session/authority";
import { useNotShown } from "#lib/browser/session/no-records";
import { numberLocale } from "#lib/kernel/shown-locale";
import { ExportButton } from "./export-button.tsx";
import { PrintButton } from "./print-button.tsx";
import { Shown, useTimeGridSoon } from "./views.tsx";
import { ENTRIES, words } from "./words.ts";

const AppointmentDrawer = dynamic(() => import("./appointment-drawer.tsx").then((module) => module.AppointmentDrawer), {
  ssr: false,
});

const ChangedVisits = dynamic(
  () => import("#components/appointments/changed/changed-visits").then((module) => module.ChangedVisits),
  { ssr: false },
);

const FindTimeButton = dynamic(
  () => import("#components/appointments/find-time/find-time-button").then((module) => module.FindTimeButton),
  { ssr: false },
);

const ReadAgain = dynamic(() => import("#components/jobs/read-again").then((module) => module.ReadAgain), {
  ssr: false,
});

const WaitingButton = dynamic(() => import("./desk/waiting-button.tsx").then((module) => module.WaitingButton), {
  ssr: false,
});

const VIEWS: readonly { id: View; name: string }[] = [
  { id: "day", name: words.day },
  { id: "week", name: words.week },
  { id: "agenda", name: words.agenda },
  { id: "table", name: words.table },
];

/** Returns the number of entries in words; "1,000 so far" while more may follow. */
function countWords(entries: number, hasMore: boolean): string {
  const count = entries.toLocaleString(numberLocale());
  if (hasMore) return words.soFar(count);
  return `${count} ${entries === 1 ? ENTRIES[0] : ENTRIES[1]}`;
}

/**
 * The page of appointments, open slots and blocked time: by days and weeks of providers, as an agenda, or as a table.
 */
export function AppointmentsPage() {
  const account = useAccount();
  const calendar = useCalendar();
  const { view, days, day, today, query, read, records, more, filters, filtered, change, clear } = calendar;
  const [open, setOpen] = useQueryState("appointment", parseAsString.withDefault("").withOptions({ history: "push" }));
  const statuses = useStatusWords();
  useTimeGridSoon(view === "day" || view === "week");
  const { openMenu, menu } = useStatusMenu(statuses);
  const show = useCallback((emrAppointmentId: string) => void setOpen(emrAppointmentId), [setOpen]);
  const shown = {
    records,
    statuses,
    current: open,
    onOpen: show,
    onOpenMenu: openMenu,
    onNearEnd: more,
  };
  const notShown = useNotShown("appointments");
  const first = days[0] ?? query.start_date ?? today;
  const last = days.at(-1) ?? query.end_date ?? today;
  return (
    <div className="flex flex-col gap-3 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h1 className="mr-2 text-xl font-semibold">{words.appointments}</h1>
        <Segments
          label={words.view}
          value={view}
          options={VIEWS}
          onChange={calendar.turn}
          className="max-sm:order-1 max-sm:w-full"
        />
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {view === "day" && day === today && !isEmbedded() ? (
            <WaitingButton statuses={statuses} onOpen={show} onOpenMenu={openMenu} />
          ) : null}
          {view === null ? null : <ReadAgain place="visits-read-again" input={{ start_date: first, end_date: last }} />}
          <FindTimeButton />
          {view === "table" ? null : (
            <PrintButton query={query} days={days} chosen={calendar.only} statuses={statuses} />
          )}
          <ExportButton query={query} only={calendar.only} />
        </span>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {view === "table" ? null : (
          <>
            <CalendarBar view={view ?? "day"} day={day} onChange={calendar.goTo} />
            <ProviderChooser
              choices={calendar.choices}
              shown={calendar.shown}
              onChange={calendar.choose}
              className="w-40 max-sm:w-full"
            />
          </>
        )}
        <AppointmentFilterBar
          filters={filters}
          filtered={filtered}
          isTable={view === "table"}
          from={query.start_date ?? today}
          until={query.end_date ?? today}
          statuses={statuses}
          records={calendar.all}
          onChange={change}
          onClear={clear}
        />
        <SavedViews {...calendar.views} />
      </div>
      <StatusOutcomes />
      <div className="flex flex-col gap-2">
        <div className="min-h-5 text-sm text-faint">
          <p role="status" className="inline">
            {read.isSuccess && view !== null
              ? [
                  daysWords(first, last),
                  // The days of a week have no heading with their only provider.
                  view === "week" && calendar.shown.length === 1 ? calendar.shown[0]?.name : null,
                  // The table's own bar counts its rows.
                  view === "table" ? null : countWords(records.length, more !== undefined),
                  words.timesOf(account.timezone),
                ]
                  .filter(Boolean)
                  .join(" · ")
              : null}
          </p>{" "}
          <ChangedVisits page="calendar" from={first} until={last} onOpen={show} />
        </div>
        <ListBody
          things={words.appointments.toLowerCase()}
          query={read}
          count={calendar.all.length}
          listKey={calendar.listKey}
          onClear={filtered ? clear : undefined}
          hint={<DateReason text={filters.patient} takesOne />}
          skeleton={view === "table" || view === "agenda" ? undefined : <GridSkeleton />}
          empty={
            <EmptyState
              icon={<CalendarDays aria-hidden="true" />}
              title={words.nothingBooked(first === last)}
              instead={notShown}
            >
              {view === "table" ? words.chooseOtherDaysOrSlots : words.chooseOtherDays}
            </EmptyState>
          }
        >
          <Shown {...shown} calendar={calendar} />
        </ListBody>
      </div>
      {menu}
      {open ? (
        <AppointmentDrawer key={open} emrAppointmentId={open} statuses={statuses} onClose={() => void setOpen(null)} />
      ) : null}
    </div>
  );
}
