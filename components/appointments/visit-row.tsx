"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { DigestRow } from "#components/ui/digest";
import { Phone } from "#components/ui/phone";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { beginWords } from "./calendar/day-words.ts";
import { StatusMark } from "./status/status-mark.tsx";
import type { OpenStatusMenu } from "./status/status-menu.tsx";
import { useCanChangeStatus, useStatusChanges } from "./status/use-status-changes.ts";
import type { StatusWords } from "./status/use-status-words.ts";
import { VisitSteps } from "./status/visit-steps.tsx";
import { visitTitle } from "./visit-title.ts";

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
