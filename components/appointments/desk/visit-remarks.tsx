"use client";

import { laterEndWords } from "#components/appointments/calendar/over-midnight.ts";
import { ChangedMark } from "#components/appointments/changed/changed-mark";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

interface VisitRemarksProps {
  visit: AppointmentModel;
  /** The list's day, YYYY-MM-DD. */
  day: string;
}

/** What few visits in a list need to say: that they are not current, that they changed, and when one ends that began on an earlier day. */
export function VisitRemarks({ visit, day }: VisitRemarksProps) {
  const { timezone } = useAccount();
  return (
    <>
      <ChangedMark visit={visit} />
      <SetAsideMark reason={visit.set_aside} />
      {visit.datetime.startsWith(day) ? null : (
        <span className="tabular-nums">{laterEndWords(visit, timezone, day)}</span>
      )}
    </>
  );
}
