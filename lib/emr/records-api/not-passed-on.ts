import type { Capability } from "#lib/emr/port/capability";

const LIVE_FETCH =
  "Live fetches are not passed on: the event of a remote names ids of its own, and its lists show the records by themselves at the next sync";

/** Capabilities whose operations are not passed on to a remote, with the reasons. */
export const NOT_PASSED_ON = {
  documents: "Files are not passed on: a remote takes a whole request, and its answer does not say which file it keeps",
  appointments_fetch: LIVE_FETCH,
  patients_fetch: LIVE_FETCH,
  availability_fetch: LIVE_FETCH,
} as const satisfies Partial<Record<Capability, string>>;

/** Returns whether the operations of a capability are passed on to a remote that has them. */
export const isPassedOn = (name: Capability): boolean => !(name in NOT_PASSED_ON);
