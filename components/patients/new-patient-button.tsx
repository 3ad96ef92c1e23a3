"use client";

import { type UseFormReturn, useFormContext } from "react-hook-form";
import { Button } from "#components/ui/button";
import { leaveForPatient } from "#lib/browser/drafts/return-to";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import { newPatientWords as words } from "./new-patient-words.ts";

function OpenForm({ operationId, typed }: { operationId: string; typed: string }) {
  const { id: accountId } = useAccount();
  const { operationId: openIn, openForm } = useAside();
  const booking = useOperationAt("open-slot");
  // Null beside a search that is no field of a form.
  const form = useFormContext() as UseFormReturn | null;
  const open = async () => {
    const { typedPerson } = await import("#lib/resources/patients/search-words");
    const left = booking && booking.id === openIn ? form?.getValues() : undefined;
    openForm(operationId, { ...typedPerson(typed) });
    // "Book a visit" of the new patient leads back to this time.
    if (booking && left) leaveForPatient(accountId, booking.id, left);
  };
  return <Button onPress={() => void open()}>{words.newPatient}</Button>;
}

/**
 * Opens the form of a new patient with what was typed into a search; nothing where patients cannot be created, or in an embedded
 * view, which has no panel beside it.
 */
export function NewPatientButton({ typed }: { typed: string }) {
  const account = useAccount();
  const operation = useOperationAt("patients");
  const isEmbedded = useUserId() === undefined;
  if (isEmbedded || !operation || !canStart(account, operation)) return null;
  return <OpenForm operationId={operation.id} typed={typed} />;
}
