"use client";

import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { itemTitle } from "#components/appointments/calendar/item-look.ts";
import { Banner } from "#components/ui/banner";
import { Link } from "#components/ui/link";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { useDoubles } from "./use-doubles.ts";
import { words } from "./words.ts";

/** A record's time, which leads to it in the calendar. */
function Time({ record, label }: { record: AppointmentModel; label: string }) {
  const { id: accountId, timezone } = useAccount();
  const place = new URLSearchParams({
    view: "day",
    day: record.datetime.slice(0, 10),
    providers: record.provider_ehr_id,
    appointment: record.emr_appointment_id,
  });
  return (
    <Link href={`/a/${accountId}/appointments?${place}`}>
      {clinicTime(record.datetime, timezone)} {label}
    </Link>
  );
}

/** Lists the visits of ours that overlap others in the EMR, each with a link to both times; nothing while there are none. */
export function Doubles() {
  const { timezone } = useAccount();
  const doubles = useDoubles();
  if (doubles.length === 0) return null;
  return (
    <Banner tone="warning" title={words.doubles(doubles.length)}>
      {words.oneMustMove}
      <ul aria-label={words.list} className="mt-1 flex flex-col gap-1">
        {doubles.map(({ visit, others }) => (
          <li key={visit.id} className="flex flex-wrap gap-x-3">
            <span>
              {clinicDay(visit.datetime, timezone)}
              {visit.provider_name ? ` · ${visit.provider_name}` : null}
            </span>
            {[visit, ...others].map((record) => (
              <Time key={record.id} record={record} label={itemTitle(record)} />
            ))}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
