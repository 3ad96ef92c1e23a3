"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { useMeanings } from "./use-meanings.ts";
import type { StatusWords } from "./use-status-words.ts";

const Confirm = dynamic(() => import("#components/ui/confirm").then((module) => module.Confirm), { ssr: false });

type Change = (record: AppointmentModel, status: string) => void;

/** Returns `change` with a question before a visit is cancelled, which says the patient's name; render `question` once. */
export function useAskedCancel(change: Change, statuses: StatusWords): { change: Change; question: ReactNode } {
  const { timezone } = useAccount();
  const meanings = useMeanings();
  const [asked, setAsked] = useState<{ record: AppointmentModel; status: string } | null>(null);
  const ask: Change = (record, status) => {
    if (meanings.of(status) === "cancelled" && meanings.of(record.status) !== "cancelled") setAsked({ record, status });
    else change(record, status);
  };
  if (!asked) return { change: ask, question: null };
  const { record, status } = asked;
  const words = statuses.get(status) ?? status;
  return {
    change: ask,
    question: (
      <Confirm
        danger
        title={`${record.patient_name}: set the visit to ${words}?`}
        action={`Set to ${words}`}
        leave="Keep the visit"
        onConfirm={async () => change(record, status)}
        onClose={() => setAsked(null)}
      >
        {clinicDay(record.datetime, timezone)}, {clinicTime(record.datetime, timezone)}
        {record.provider_name ? ` with ${record.provider_name}` : ""}. You can undo it for some seconds, until it is
        sent to the EMR.
      </Confirm>
    ),
  };
}
