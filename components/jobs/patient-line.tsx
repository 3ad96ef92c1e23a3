import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";
import { mrnWords } from "#lib/resources/patients/mrn";

interface PatientLineProps {
  name: ReactNode;
  mrn: string;
  /** Color of the MRN. */
  mrnLook?: string;
}

/** A patient's name and MRN: in one line, or one below the other in a narrow place. */
export function PatientLine({ name, mrn, mrnLook }: PatientLineProps) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-x-1 align-top *:max-w-full *:truncate">
      {name} <span className={classes("tabular-nums", mrnLook)}>{mrnWords(mrn)}</span>
    </span>
  );
}
