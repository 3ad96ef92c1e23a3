"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { GridSkeleton } from "#components/appointments/calendar/grid-skeleton";
import type { useCalendar } from "#components/appointments/calendar/use-calendar.ts";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { TableSkeleton } from "#components/ui/table-skeleton";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { words } from "./words.ts";

const loading = () => <TableSkeleton label={words.loading} />;
const Agenda = dynamic(() => import("#components/appointments/calendar/agenda").then((module) => module.Agenda), {
  ssr: false,
  loading,
});
const AppointmentsTable = dynamic(() => import("./appointments-table.tsx").then((module) => module.AppointmentsTable), {
  ssr: false,
  loading,
});
const loadTimeGrid = () => import("#components/appointments/calendar/time-grid").then((module) => module.TimeGrid);
const TimeGrid = dynamic(loadTimeGrid, {
  ssr: false,
  loading: GridSkeleton,
});

/** Props that every view needs. */
interface ShownRecords {
  records: readonly AppointmentModel[];
  statuses: StatusWords;
  /** EMR id of the record in the open drawer. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
  onNearEnd: (() => void) | undefined;
}

interface ShownProps extends ShownRecords {
  calendar: Pick<ReturnType<typeof useCalendar>, "view" | "days" | "today" | "shown" | "opening" | "query" | "total">;
}

function Grid({ calendar: { days, shown, opening, today }, records, ...rest }: ShownProps) {
  return (
    <TimeGrid
      providers={shown}
      records={records}
      days={days}
      today={today}
      opening={opening}
      statuses={rest.statuses}
      current={rest.current}
      onOpen={rest.onOpen}
      onOpenMenu={rest.onOpenMenu}
    />
  );
}

/** Loads the calendar's code while its records are loading. */
export function useTimeGridSoon(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void loadTimeGrid();
  }, [isWanted]);
}

/** Shows the records in the chosen view. */
export function Shown(props: ShownProps) {
  const { view, query } = props.calendar;
  const { calendar, onNearEnd, ...shown } = props;
  if (view === "day" || view === "week") return <Grid {...props} />;
  if (view === "agenda") return <Agenda {...shown} days={calendar.days} onNearEnd={onNearEnd} />;
  return (
    <AppointmentsTable
      {...shown}
      onNearEnd={onNearEnd}
      listKey={JSON.stringify(query)}
      total={props.calendar.total}
      day={query.start_date === query.end_date ? query.start_date : undefined}
      withNote={query.include_appointment_note === "true"}
    />
  );
}
