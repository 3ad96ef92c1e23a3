/** The capabilities of EMRs; an operation names the one it needs (interface 1: some EMR types lack some). */
export const CAPABILITIES = [
  "payments",
  "patient_notes",
  "visit_notes",
  "claims_fetch",
  "appointments_fetch",
  "patients_fetch",
  "availability_fetch",
  "services",
  "order_catalog",
  "orders",
  "messages",
  "tasks",
  "recall_actions",
  "referrals",
  "appointments",
  "patients",
  "patient_changes",
  "bookings",
  "moves",
  "cancellations",
  "documents",
  "insurances",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Names of request fields that an EMR requires of a new record besides those of every EMR. */
export type RequiredFields = Readonly<Partial<Record<Capability, readonly string[]>>>;

/** Names of request fields that an EMR has no place for, with the reasons, by capability. */
export type UnsupportedFields = Readonly<Partial<Record<Capability, Readonly<Record<string, string>>>>>;
