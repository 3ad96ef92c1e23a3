/** Why an endpoint is disabled: by a person, or by its own answers. */
export type DisabledBy = "hand" | "gone" | "failures" | "client";

/** What people read of it: the `disabled_reason`, which the row keeps, as processes of the version before read it. */
export const DISABLED_REASONS: Readonly<Record<DisabledBy, string>> = {
  hand: "Disabled by hand",
  gone: "It answered 410: it accepts no more events",
  failures: "Nothing but failures for five days",
  client: "Its API client was revoked, or may no longer link EMRs",
};

/** Returns why an endpoint with this `disabled_reason` is disabled; null for one that is not. */
export const disabledBy = (reason: string | null): DisabledBy | null =>
  (Object.keys(DISABLED_REASONS) as DisabledBy[]).find((by) => DISABLED_REASONS[by] === reason) ?? null;
