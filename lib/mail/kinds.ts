/** Kinds of alert that a person chooses, with what each says. */
export const ALERTS = {
  emr_degraded: "An EMR cannot be read",
  login_required: "An EMR refuses the credentials of an account",
  endpoint_failing: "A webhook endpoint will be disabled within a day",
  endpoint_disabled: "A webhook endpoint was disabled",
  work_failed: "Work for an EMR failed",
  work_unknown: "The outcome of work in an EMR is unknown",
  second_factor_reset: "Somebody’s second factor was removed",
} as const;

export type AlertKind = keyof typeof ALERTS;

export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];

/** The alerts that a role may choose: staff see neither webhooks nor people. */
export const alertsFor = (role: "admin" | "staff"): readonly AlertKind[] =>
  role === "admin" ? ALERT_KINDS : ["emr_degraded", "login_required", "work_failed", "work_unknown"];

/** The alerts that a person gets who has chosen nothing. */
const byDefault = (role: "admin" | "staff"): readonly AlertKind[] => (role === "admin" ? ALERT_KINDS : []);

/** Returns the alerts that a person gets. `chosen`: null if they have chosen nothing. */
export function alertsOf(role: "admin" | "staff", chosen: readonly string[] | null): AlertKind[] {
  const wanted = chosen ?? byDefault(role);
  return alertsFor(role).filter((kind) => wanted.includes(kind));
}
