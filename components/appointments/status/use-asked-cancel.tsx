"use client";

import { type ReactNode, useState } from "react";
import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { Confirm } from "#components/ui/confirm";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { useMeanings } from "./use-meanings.ts";
import type { StatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

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
  const name = statuses.get(status) ?? status;
  const when = `${clinicDay(record.datetime, timezone)}, ${clinicTime(record.datetime, timezone)}`;
  return {
    change: ask,
    question: (
      <Confirm
        danger
        title={words.askCancel(visitTitle(record), name)}
        action={words.setTo(name)}
        leave={words.keepVisit}
        onConfirm={async () => change(record, status)}
        onClose={() => setAsked(null)}
      >
        {words.visitOf(when, record.provider_name)} {words.cancelEffect}
      </Confirm>
    ),
  };
}
