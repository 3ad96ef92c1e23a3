import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";
import { mrnWords } from "#lib/resources/patients/mrn";

interface PatientLineProps {
  name: ReactNode;
  mrn: string;
  /** Color of the MRN. */
  mrnLook?: string;
}

/** A patient's name and MRN in one line. A narrow place cuts the name off, since the MRN tells namesakes apart. */
export function PatientLine({ name, mrn, mrnLook }: PatientLineProps) {
  return (
    <span className="inline-flex max-w-full gap-1 align-top *:truncate">
      {name} <span className={classes("max-w-3/4 shrink-0 tabular-nums", mrnLook)}>{mrnWords(mrn)}</span>
    </span>
  );
}
