import type { EmrConnection, SyncKind } from "#lib/emr/port/port";
import type { SUBSCRIBED_TYPES } from "./subscription.ts";

const KINDS: Readonly<Record<(typeof SUBSCRIBED_TYPES)[number], SyncKind>> = {
  Appointment: "appointments",
  Patient: "patients",
};

/** Returns the function that says which record of ours a notice names. */
export function noticedBy(kinds: EmrConnection["kinds"]): NonNullable<EmrConnection["noticed"]> {
  return ({ type, id }) => {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : null;
    return kind === null || kinds[kind].read === "unsupported" ? null : { kind, ehrId: id };
  };
}
