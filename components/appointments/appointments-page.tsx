"use client";

import { CalendarDays } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback } from "react";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { useNow } from "#components/ui/use-now";
import { useAccount } from "#lib/client/account";
import { appointmentList } from "#lib/client/appointments";
import { useListFilters } from "#lib/client/list-filters";
import { useRows } from "#lib/client/use-rows";
import { todayIn } from "#lib/core/dates";
import { AppointmentsTable } from "./appointments-table.tsx";
import { ExportButton } from "./export-button.tsx";
import { AppointmentFilterBar } from "./filter-bar.tsx";
import { APPOINTMENT_FILTERS, appointmentQuery } from "./filters.ts";
import { useStatusWords } from "./use-status-words.ts";

const AppointmentDrawer = dynamic(() => import("./appointment-drawer.tsx").then((module) => module.AppointmentDrawer), {
  ssr: false,
});

/** "1,000 so far" while more may follow. */
function countWords(rows: number, hasMore: boolean): string {
  const count = rows.toLocaleString("en-US");
  return hasMore ? `${count} so far; more follow as you scroll` : rows === 1 ? "1 row" : `${count} rows`;
}

/** Appointments, open slots and blocked time as a table, filtered, of any length, each with its whole record. */
export function AppointmentsPage() {
  const account = useAccount();
  const { filters, change, clear, filtered } = useListFilters(APPOINTMENT_FILTERS);
  const [open, setOpen] = useQueryState("appointment", parseAsString.withDefault("").withOptions({ history: "push" }));
  const statuses = useStatusWords();
  const today = todayIn(account.timezone, new Date(useNow(60_000) ?? Date.now()));
  const asked = appointmentQuery(filters, today);
  const { query, rows, more } = useRows(appointmentList(account.id, asked));
  const show = useCallback((emrAppointmentId: string) => void setOpen(emrAppointmentId), [setOpen]);
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">Appointments</h1>
        <ExportButton query={asked} />
      </div>
      <AppointmentFilterBar
        filters={filters}
        filtered={filtered}
        from={asked.start_date ?? today}
        until={asked.end_date ?? today}
        statuses={statuses}
        records={rows}
        onChange={change}
        onClear={clear}
      />
      <div className="flex flex-col gap-2">
        <p role="status" className="min-h-5 text-sm text-faint">
          {rows.length > 0 ? `${countWords(rows.length, more !== undefined)} · times of ${account.timezone}` : null}
        </p>
        <ListBody
          things="appointments"
          query={query}
          count={rows.length}
          onClear={filtered ? clear : undefined}
          empty={
            <EmptyState icon={<CalendarDays aria-hidden="true" />} title="Nothing is booked today">
              Choose other days above, or look at open slots.
            </EmptyState>
          }
        >
          <AppointmentsTable
            withDay={asked.start_date !== asked.end_date}
            records={rows}
            statuses={statuses}
            current={open}
            onOpen={show}
            onNearEnd={more}
          />
        </ListBody>
      </div>
      {open ? (
        <AppointmentDrawer key={open} emrAppointmentId={open} statuses={statuses} onClose={() => void setOpen(null)} />
      ) : null}
    </div>
  );
}
