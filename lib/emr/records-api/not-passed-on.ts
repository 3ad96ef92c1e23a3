import type { Capability } from "#lib/emr/port/capability";

/** Capabilities whose operations are not passed on to a remote, with the reasons. */
export const NOT_PASSED_ON = {
  documents: "Files are not passed on: a remote takes a whole request, and its answer does not say which file it keeps",
  patients_fetch:
    "A live fetch of patients is not passed on: no read of the interface finds a patient by the EMR's id, so that one who is gone could not be told from one whom the list lacks",
  insurances:
    "Insurances are not passed on: a remote lists those alone that were added through it, so that a change has no id there",
} as const satisfies Partial<Record<Capability, string>>;

/** Returns whether the operations of a capability are passed on to a remote that has them. */
export const isPassedOn = (name: Capability): boolean => !(name in NOT_PASSED_ON);
