import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { CapabilitySupport } from "#lib/emr/port/profile";
import { NOT_PASSED_ON } from "#lib/emr/records-api/not-passed-on";

interface Request {
  /** The effect of the capability's operations in a remote. */
  does: string;
  /** A request that is newer than this product's decisions: a remote that describes them may lack it. */
  request?: string;
  /** Why a remote lacks an older one that does not document those decisions; left out if the interface shows the request. */
  notShown?: string;
}

const REQUESTS: Record<Capability, Request | { notPassedOn: string }> = {
  bookings: {
    does: "Books the visit through POST /appointments of the remote, which judges its time",
    request: "POST /appointments",
  },
  moves: {
    does: "Moves the visit through PATCH /appointments/ehr/{emr_appointment_id} of the remote, which judges its new time",
    request: "PATCH /appointments/ehr/{emr_appointment_id}",
  },
  cancellations: {
    does: "Cancels the visit through POST /appointments/{id}/cancel of the remote",
    request: "POST /appointments/{id}/cancel",
  },
  insurances: { notPassedOn: NOT_PASSED_ON.insurances },
  documents: {
    does: "Files the document through POST /documents of the remote, to which the file is sent as it is read",
    request: "POST /documents",
  },
  appointments_fetch: {
    does: "Has the remote fetch the visits of some days live from the EMR behind it (POST /appointments/fetch), then reads them",
    request: "POST /appointments/fetch",
  },
  patients_fetch: {
    does: "Has the remote fetch patients live from the EMR behind it (POST /patients/fetch), then searches its list, which finds no mobile numbers",
    request: "POST /patients/fetch",
  },
  availability_fetch: {
    does: "Has the remote fetch the open and blocked times of some days live from the EMR behind it (POST /availability/fetch), then reads them",
    request: "POST /availability/fetch",
  },
  payments: {
    does: "Posts the payment through POST /payments of the remote, to the ledger of the EMR behind it",
  },
  patients: {
    does: "Creates the patient through POST /patients of the remote, which compares them with those that it has",
    request: "POST /patients",
  },
  patient_changes: {
    does: "Changes contact data through PATCH /patients/{mrn} of the remote",
    request: "PATCH /patients/{mrn}",
  },
  patient_notes: { does: "Writes the chart note through POST /patient-notes of the remote" },
  visit_notes: {
    does: "Writes the note of a visit through POST /visit-notes of the remote",
    request: "POST /visit-notes",
  },
  claims_fetch: {
    does: "Has the remote fetch claims live from the EMR behind it (POST /claims/fetch), then reads them",
  },
  services: { does: "Creates the service through POST /services of the remote" },
  order_catalog: { does: "Searches the catalog through POST /orders/catalog/fetch of the remote" },
  orders: {
    does: "Places the order through POST /orders of the remote",
    notShown: "The interface does not show the request of POST /orders, and the remote does not describe it",
  },
  messages: { does: "Sends the message through POST /messages of the remote" },
  tasks: {
    does: "Creates the task through POST /tasks of the remote",
    notShown: "The interface does not show the path of creating a task, and the remote does not describe it",
  },
  recall_actions: {
    does: "Adds the action through POST /recalls/{id}/actions of the remote",
    notShown: "The interface does not show a list of recalls, and the remote does not describe one",
  },
  referrals: {
    does: "Creates and updates referrals through POST /referrals and PATCH /referrals/{id} of the remote",
  },
  appointments: {
    does: "Sets the status through PATCH /appointments of the remote",
    notShown: "The interface does not show the request of PATCH /appointments, and the remote does not describe it",
  },
};

const BEHIND = "The EMR behind the remote does not support it, as its GET /settings says";

/**
 * Returns how a remote supports each capability: `stated` are the capabilities of its GET /settings, null if it states
 * none; `decides` is true if it documents the requests that the interface does not show; `requests` are those it documents.
 */
export const capabilitiesFound = (
  stated: readonly string[] | null,
  { decides, requests }: { decides: boolean; requests: readonly string[] },
): CapabilitySupport[] =>
  CAPABILITIES.map((name) => {
    const found = REQUESTS[name];
    if ("notPassedOn" in found) return { name, support: "unsupported", reason: found.notPassedOn };
    const { does, request, notShown } = found;
    if (request !== undefined && !requests.includes(request))
      return { name, support: "unsupported", reason: `The remote does not describe ${request}` };
    if (notShown !== undefined && !decides) return { name, support: "unsupported", reason: notShown };
    if (stated !== null && !stated.includes(name)) return { name, support: "unsupported", reason: BEHIND };
    return { name, support: "works", reason: does };
  });
