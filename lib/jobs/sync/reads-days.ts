import type { EmrConnection } from "#lib/emr/port/port";

interface Asked extends Pick<EmrConnection, "capabilities" | "kinds"> {
  /** True if operations are passed on whole to the EMR, live fetches among them. */
  passesOn: boolean;
}

/**
 * Returns whether the visits of some days can be read by themselves. Where a live fetch is an operation of the EMR's own, a reading
 * makes none: it takes them as the EMR shows them.
 */
export const readsDays = ({ capabilities, kinds, passesOn }: Asked): boolean =>
  passesOn ? kinds.appointments.byDays === true : capabilities.has("appointments_fetch");
