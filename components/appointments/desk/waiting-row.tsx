"use client";

import type { ReactNode } from "react";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { RelativeTime } from "#components/ui/relative-time";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { VisitRow } from "./visit-row.tsx";
import { words } from "./words.ts";

interface WaitingRowProps {
  visit: AppointmentModel;
  /** The list's day, YYYY-MM-DD. */
  day: string;
  /** Since when the arrival is known here (ISO 8601). */
  since: string | undefined;
  statuses: StatusWords;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
  done?: ReactNode;
}

/** A patient who waits, with how long ago the arrival was learned here, and the next status in one tap. */
export const WaitingRow = ({ since, ...row }: WaitingRowProps) => (
  <VisitRow
    {...row}
    note={
      since ? (
        <>
          {words.knownSince} <RelativeTime at={since} />
        </>
      ) : null
    }
  />
);
