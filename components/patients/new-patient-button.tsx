"use client";

import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import { newPatientWords as words } from "./new-patient-words.ts";

function OpenForm({ operationId, typed }: { operationId: string; typed: string }) {
  const { openForm } = useAside();
  const open = async () => {
    const { typedPerson } = await import("#lib/resources/patients/search-words");
    openForm(operationId, { ...typedPerson(typed) });
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
