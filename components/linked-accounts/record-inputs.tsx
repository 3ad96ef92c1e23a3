"use client";

import type { FieldValues } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import type { MrnSystemModel } from "#lib/administration/linked-accounts/profile-model";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { MrnChoice } from "./mrn-choice.tsx";
import { StatusMapping } from "./status-mapping.tsx";

interface RecordInputsProps {
  form: Pick<SubmittedForm<FieldValues, FieldValues>, "methods" | "fields">;
  systems: readonly MrnSystemModel[];
}

/** Shows the inputs for the meaning of an EMR's records. */
export function RecordInputs({ form, systems }: RecordInputsProps) {
  return (
    <>
      <BoundField form={form} name="mrn_system">
        {(field) => <MrnChoice {...field} systems={systems} />}
      </BoundField>
      <BoundField form={form} name="visit_statuses">
        {(field) => <StatusMapping {...field} />}
      </BoundField>
    </>
  );
}
