"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";

const NewPatient = dynamic(() => import("./new-patient.tsx").then((module) => module.NewPatient), { ssr: false });

interface PatientOrNewProps {
  /** Name of the field with the id of a patient whom the EMR is still to create. */
  by: string;
  label: string;
  /** The picker of the others. */
  children: ReactNode;
}

/** Shows the new patient for whom a form was opened in place of the picker, until another one is wanted. */
export function PatientOrNew({ by, label, children }: PatientOrNewProps) {
  const { setValue } = useFormContext();
  const id = useWatch({ name: by });
  if (typeof id !== "string" || id === "") return children;
  return (
    <NewPatient patientId={id} label={label} field={by} onAnother={() => setValue(by, "", { shouldDirty: true })} />
  );
}
