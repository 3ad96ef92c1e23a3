"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { beginWords } from "#components/appointments/calendar/day-words.ts";
import { StatusMark } from "#components/appointments/status/status-mark";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import { useCanChangeStatus, useStatusChanges } from "#components/appointments/status/use-status-changes.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { VisitSteps } from "#components/appointments/status/visit-steps";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { DigestRow } from "#components/ui/digest";
import { Phone } from "#components/ui/phone";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

const VisitRemarks = dynamic(() => import("./visit-remarks.tsx").then((module) => module.VisitRemarks), {
  ssr: false,
});

interface VisitRowProps {
  visit: AppointmentModel;
  /** The list's day, YYYY-MM-DD. */
  day: string;
  statuses: StatusWords;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
  withNoShow?: boolean;
  /** Shows the patient's phone number. */
  withPhone?: boolean;
  /** False if the list sets statuses in another way. */
  steps?: boolean;
  /** A control before the row's title. */
  start?: ReactNode;
  /** The mark of a visit that is no longer in its list, and stays for now. */
  done?: ReactNode;
  /** A further remark on the visit, shown before its provider. */
  note?: ReactNode;
  /** The words on a line above the row, such as the present time. */
  line?: string | undefined;
}

/**
 * A visit in a list of the desk: its time and patient, its end if it began on an earlier day, its status,
 * and its next status in one tap.
 */
export function VisitRow({
  visit,
  day,
  statuses,
  onOpen,
  onOpenMenu,
  withNoShow,
  withPhone,
  steps = true,
  start,
  done,
  note,
  line,
}: VisitRowProps) {
  const { timezone } = useAccount();
  const canChange = useCanChangeStatus()(visit);
  const change = useStatusChanges().get(visit.emr_appointment_id);
  return (
    <DigestRow
      start={start}
      done={done}
      title={
        <button
          type="button"
          data-opens=""
          onClick={() => onOpen(visit.emr_appointment_id)}
          className="max-w-full truncate rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
        >
          <span className="tabular-nums">{beginWords(visit, day, timezone)}</span> {visitTitle(visit)}
        </button>
      }
      detail={
        <>
          <StatusMark
            record={visit}
            change={change}
            statuses={statuses}
            onOpenMenu={canChange ? onOpenMenu : undefined}
          />
          <VisitRemarks visit={visit} day={day} />
          {line ? (
            <span className="absolute inset-x-0 -top-px border-t-2 border-accent pr-4 text-right text-xs leading-4 text-accent">
              {line}
            </span>
          ) : null}
          {note ? <span>{note}</span> : null}
          {withPhone ? <Phone number={visit.patient_phone} /> : null}
          <span className="whitespace-normal!">
            {[visit.provider_name, visit.appointment_type, visit.location].filter(Boolean).join(" · ")}
          </span>
        </>
      }
      end={
        steps ? (
          <VisitSteps record={visit} change={change} statuses={statuses} {...(withNoShow && { withNoShow })} />
        ) : null
      }
    />
  );
}
