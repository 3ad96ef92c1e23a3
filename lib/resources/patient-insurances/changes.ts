import { updateOf, type Write } from "#lib/db/write";
import type { EmrInsuranceChanges, EmrPatientInsurance } from "#lib/emr/port/port";
import { patientInsurance } from "./table.ts";

/** Returns whether the EMR has the values of a change. */
export const isAsWanted = (kept: EmrPatientInsurance, changes: EmrInsuranceChanges): boolean =>
  Object.entries(changes).every(([field, value]) => kept[field as keyof EmrInsuranceChanges] === value);

/** Returns the write that stores an insurance as the EMR has it: a number or a priority that it did not keep stays as it was asked for. */
export const storing = (
  id: string,
  { patientEhrId: _patient, memberId, priority, ...kept }: EmrPatientInsurance,
): Write =>
  updateOf(patientInsurance, id, {
    ...kept,
    ...(memberId !== null && { memberId }),
    ...(priority !== null && { priority }),
  });
