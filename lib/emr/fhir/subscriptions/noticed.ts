import type { EmrConnection, SyncKind } from "#lib/emr/port/port";
import type { SUBSCRIBED_TYPES } from "./subscription.ts";

const KINDS: Readonly<Record<(typeof SUBSCRIBED_TYPES)[number], SyncKind>> = {
  Appointment: "appointments",
  Patient: "patients",
};

/** The kinds of ours of whose changes a server is asked to tell. */
export const NOTICED_KINDS: readonly SyncKind[] = Object.values(KINDS);

/** Returns the function that says which record of ours a notice names. */
export function noticedBy(kinds: EmrConnection["kinds"]): NonNullable<EmrConnection["noticed"]> {
  return ({ type, id }) => {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : null;
    return kind === null || kinds[kind].read === "unsupported" ? null : { kind, ehrId: id };
  };
}
