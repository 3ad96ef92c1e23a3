import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { SandboxKind } from "./kind.ts";

const EVERY: readonly SandboxKind[] = ["sandbox", "sandbox_basic"];

/** The kinds of sandbox that support each capability: the basic one lacks some, to show operations that are unsupported. */
const KINDS: Record<Capability, readonly SandboxKind[]> = {
  payments: EVERY,
  patients: EVERY,
  patient_changes: EVERY,
  patient_notes: EVERY,
  visit_notes: EVERY,
  claims_fetch: ["sandbox"],
  appointments_fetch: EVERY,
  patients_fetch: EVERY,
  availability_fetch: EVERY,
  services: ["sandbox"],
  order_catalog: ["sandbox"],
  orders: EVERY,
  messages: EVERY,
  tasks: EVERY,
  recall_actions: EVERY,
  referrals: EVERY,
  appointments: EVERY,
  bookings: EVERY,
  moves: EVERY,
  cancellations: EVERY,
  documents: EVERY,
  insurances: EVERY,
};

/** Returns the capabilities of a kind of sandbox. */
export const capabilitiesOfKind = (kind: SandboxKind): ReadonlySet<Capability> =>
  new Set(CAPABILITIES.filter((capability) => KINDS[capability].includes(kind)));
