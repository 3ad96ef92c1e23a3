"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "#components/ui/button";
import { ErrorLine } from "#components/ui/error-line";
import { newPatients } from "#lib/browser/api/new-patients";
import { useAccountId, useOperationAt } from "#lib/browser/session/account";
import { newPatientWords as words } from "./new-patient-words.ts";

interface NewPatientProps {
  patientId: string;
  label: string;
  /** Name of the field with the id. */
  field: string;
  onAnother: () => void;
}

/** Shows a patient whom the EMR is still to create, by the name that the creation was asked for with. */
export function NewPatient({ patientId, label, field, onAnother }: NewPatientProps) {
  const id = useId();
  const { data } = useQuery(newPatients(useAccountId(), useOperationAt("patients")?.id));
  const { errors } = useFormState({ name: field });
  const found = data?.find((each) => each.patientId === patientId);
  const error = errors[field]?.message;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as several fields
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-error`} className="flex min-w-0 flex-col gap-1">
      <span id={id} className="text-sm font-medium text-fg">
        {label}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {found?.name ?? words.newPatient} <span className="text-sm text-muted">{words.waits}</span>
        </span>
        <Button variant="link" onPress={onAnother}>
          {words.another}
        </Button>
      </span>
      {typeof error === "string" ? <ErrorLine id={`${id}-error`}>{error}</ErrorLine> : null}
    </div>
  );
}
