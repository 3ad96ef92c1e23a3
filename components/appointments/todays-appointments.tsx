"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { clinicTime } from "#components/appointments/calendar/day-words.ts";
import { useStatusWords } from "#components/appointments/status/use-status-words.ts";
import { Badge } from "#components/ui/badge";
import { countWords, Digest, DigestRow } from "#components/ui/digest";
import { useNow } from "#components/ui/use-now";
import { appointmentList } from "#lib/browser/api/appointments";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { AppointmentModel } from "#lib/resources/appointments/model";

const AppointmentDrawer = dynamic(() => import("./appointment-drawer.tsx").then((module) => module.AppointmentDrawer), {
  ssr: false,
});

const SHOWN = 6;

/** Returns whether a record has not ended at a moment in milliseconds. */
const isAhead = ({ datetime, duration }: AppointmentModel, now: number): boolean =>
  Date.parse(datetime) + duration * 60_000 > now;

/** The number of the day's visits at the clinic and the next ones, for the page Today. */
export function TodaysAppointments() {
  const { id: accountId, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const [open, setOpen] = useState("");
  const now = useNow(60_000);
  const statuses = useStatusWords();
  const { query, rows, more } = useRows(
    appointmentList(accountId, { start_date: today, end_date: today, category: "appointment" }),
  );
  const ahead = rows.filter((visit) => isAhead(visit, now ?? Date.now()));
  const day = { start_date: today, end_date: today };
  return (
    <>
      <Digest
        title="Today's appointments"
        count={query.data ? countWords(rows.length, more !== undefined) : null}
        scope={rows.length > 0 ? `${ahead.length} still to come` : undefined}
        href={`/a/${accountId}/appointments?${new URLSearchParams(day)}`}
        all="The whole day"
        query={query}
        nothing={rows.length > 0 ? "Today's appointments are over." : "No appointments today."}
        usual={SHOWN}
        isEmpty={ahead.length === 0}
      >
        {ahead.slice(0, SHOWN).map((visit) => (
          <DigestRow
            key={visit.id}
            title={
              <button
                type="button"
                data-opens=""
                onClick={() => setOpen(visit.emr_appointment_id)}
                className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
              >
                <span className="tabular-nums">{clinicTime(visit.datetime, timezone)}</span> {visit.patient_name}
              </button>
            }
            detail={
              <span>{[visit.provider_name, visit.appointment_type, visit.location].filter(Boolean).join(" · ")}</span>
            }
            end={visit.status ? <Badge>{statuses.get(visit.status) ?? visit.status}</Badge> : null}
          />
        ))}
      </Digest>
      {open ? (
        <AppointmentDrawer key={open} emrAppointmentId={open} statuses={statuses} onClose={() => setOpen("")} />
      ) : null}
    </>
  );
}
