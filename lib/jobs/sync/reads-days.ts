import type { EmrConnection } from "#lib/emr/port/port";

interface Asked extends Pick<EmrConnection, "capabilities"> {
  /** True if operations are passed on whole to the EMR, live fetches among them. */
  passesOn: boolean;
}

/** Returns whether the visits of some days can be read by themselves. */
export const readsDays = ({ capabilities, passesOn }: Asked): boolean =>
  !passesOn && capabilities.has("appointments_fetch");
