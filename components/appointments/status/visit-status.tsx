"use client";

import type { AppointmentModel } from "#lib/resources/appointments/model";
import { StatusMark } from "./status-mark.tsx";
import { useStatusChanges } from "./use-status-changes.ts";
import { useStatusWords } from "./use-status-words.ts";

/** A visit's status where it is only shown, with a change made in this tab. */
export function VisitStatus({ visit }: { visit: AppointmentModel }) {
  const change = useStatusChanges().get(visit.emr_appointment_id);
  return <StatusMark record={visit} change={change} statuses={useStatusWords()} />;
}
