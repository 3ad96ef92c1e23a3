import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { CapabilitySupport } from "#lib/emr/port/profile";

/** The effect of each capability's operations in a remote. */
export const DOES: Record<Capability, string> = {
  payments: "Posts the payment through POST /payments of the remote, to the ledger of the EMR behind it",
  patient_notes: "Writes the chart note through POST /patient-notes of the remote",
  visit_notes: "Writes the note of a visit through POST /visit-notes of the remote",
  claims_fetch: "Has the remote fetch claims live from the EMR behind it (POST /claims/fetch), then reads them",
  services: "Creates the service through POST /services of the remote",
  order_catalog: "Searches the catalog through POST /orders/catalog/fetch of the remote",
  orders: "Places the order through POST /orders of the remote",
  messages: "Sends the message through POST /messages of the remote",
  tasks: "Creates the task through POST /tasks of the remote",
  recall_actions: "Adds the action through POST /recalls/{id}/actions of the remote",
  referrals: "Creates and updates referrals through POST /referrals and PATCH /referrals/{id} of the remote",
  appointments: "Sets the status through PATCH /appointments of the remote",
};

/** Requests that are newer than the points that this product decides: a remote that describes those may lack them. */
const LATER: Partial<Record<Capability, string>> = { visit_notes: "/visit-notes" };

/** Capabilities whose requests the interface does not show, with what is missing: a remote must document them. */
const NOT_SHOWN: Partial<Record<Capability, string>> = {
  visit_notes: "The remote does not describe POST /visit-notes",
  orders: "The interface does not show the request of POST /orders, and the remote does not describe it",
  tasks: "The interface does not show the path of creating a task, and the remote does not describe it",
  recall_actions: "The interface does not show a list of recalls, and the remote does not describe one",
  appointments: "The interface does not show the request of PATCH /appointments, and the remote does not describe it",
};

const BEHIND = "The EMR behind the remote does not support it, as its GET /settings says";

/**
 * Returns how a remote supports each capability: `stated` are the capabilities of its GET /settings, null if it states
 * none; `decides` is true if it documents the requests that the interface does not show; `paths` are those it documents.
 */
export const capabilitiesFound = (
  stated: readonly string[] | null,
  { decides, paths }: { decides: boolean; paths: readonly string[] },
): CapabilitySupport[] =>
  CAPABILITIES.map((name) => {
    const later = LATER[name];
    const isDescribed = later === undefined ? decides : paths.includes(later);
    const missing = isDescribed ? undefined : NOT_SHOWN[name];
    if (missing !== undefined) return { name, support: "unsupported", reason: missing };
    if (stated !== null && !stated.includes(name)) return { name, support: "unsupported", reason: BEHIND };
    return { name, support: "works", reason: DOES[name] };
  });
