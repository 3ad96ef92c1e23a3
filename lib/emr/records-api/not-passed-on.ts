import type { Capability } from "#lib/emr/port/capability";

/** Capabilities whose operations are not passed on to a remote, with the reasons. */
export const NOT_PASSED_ON = {
  insurances:
    "Insurances are not passed on: a remote lists those alone that were added through it, so that a change has no id there",
} as const satisfies Partial<Record<Capability, string>>;

/** Returns whether the operations of a capability are passed on to a remote that has them. */
export const isPassedOn = (name: Capability): boolean => !(name in NOT_PASSED_ON);
