"use client";

import { SetAsideMark } from "#components/ui/set-aside-mark";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { laterEndWords } from "./calendar/over-midnight.ts";
import { ChangedMark } from "./changed/changed-mark.tsx";

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
