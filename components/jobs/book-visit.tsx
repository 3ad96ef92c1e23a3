"use client";

import { CalendarPlus } from "lucide-react";
import { Button } from "#components/ui/button";
import { leftForPatient } from "#lib/browser/drafts/return-to";
import { isEmpty } from "#lib/browser/forms/form-values";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

/**
 * Opens the form that books a visit for a patient who is being created, or was: at the time for which they were created, if that
 * form was left for it. Nothing where no visit can be booked.
 */
export function BookVisit({ job, gone }: { job: JobDetailModel; gone: boolean }) {
  const account = useAccount();
  const { openForm } = useAside();
  const booking = useOperationAt("open-slot");
  const { patient_mrn: mrn, identifiers } = job;
  if (!booking || !canStart(account, booking)) return null;
  const open = () => {
    const left = Object.entries(leftForPatient(account.id, booking.id)).filter(([, value]) => !isEmpty(value));
    const patient = mrn === null ? { patient_id: identifiers.patient_id } : { patient_mrn: mrn };
    openForm(booking.id, { ...Object.fromEntries(left), ...patient });
  };
  return (
    <Button gone={gone} icon={<CalendarPlus aria-hidden="true" />} onPress={open}>
      {words.bookVisit}
    </Button>
  );
}
