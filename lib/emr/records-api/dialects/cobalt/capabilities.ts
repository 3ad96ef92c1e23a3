import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { CapabilitySupport } from "#lib/emr/port/profile";
import { isOk, type Tried } from "#lib/emr/records-api/tried";

/** The answers of a service to the reads of a probe, by their paths. */
export type Answers = ReadonlyMap<string, Tried>;

type Support = Omit<CapabilitySupport, "name">;

const CATALOG_PATH = "/orders/catalog/fetch";

/** Paths of operations that may exist unseen: one that another method does not find is not there. */
export const UNSEEN_PATHS = ["/claims/fetch", CATALOG_PATH] as const;

const works = (reason: string): Support => ({ support: "works", reason });
const lacks = (reason: string): Support => ({ support: "unsupported", reason });

function isThere(answers: Answers, path: string): boolean {
  const found = answers.get(path);
  return found !== undefined && "response" in found && ![404, 501].includes(found.response.status);
}

function isAnswered(answers: Answers, path: string): boolean {
  const found = answers.get(path);
  return found !== undefined && isOk(found);
}

const NO_LIVE_FETCH = "The service documents no live fetch of these records: its lists show them at the next sync";

/** How a service supports each capability, or why it does not: by its documentation, or by what it answers. */
const SUPPORT: Record<Capability, Support | ((answers: Answers) => Support)> = {
  payments: works("Posts the payment through POST /payments of the service, which enters it into the EMR"),
  patients: lacks("POST /patients of the service is not used yet: how it treats a patient that it has is not known"),
  patient_changes: lacks("PATCH /patients/{id} of the service is not used yet: which fields it takes is not known"),
  patient_notes: works("Writes the chart note through POST /patient-notes of the service"),
  visit_notes: lacks(
    "POST /notes of the service is not used yet: it takes no subject, and what its event names is not known",
  ),
  claims_fetch: {
    support: "emulated",
    reason: "Reads the claims through GET /claims of the service, as they stand there: no live fetch of it is known",
  },
  appointments_fetch: lacks(NO_LIVE_FETCH),
  patients_fetch: lacks(NO_LIVE_FETCH),
  availability_fetch: lacks(NO_LIVE_FETCH),
  services: (answers) =>
    isAnswered(answers, "/forms")
      ? works("Creates the service through POST /services of the remote")
      : lacks("The service does not answer GET /forms, by whose forms a service is documented"),
  order_catalog: (answers) =>
    isThere(answers, CATALOG_PATH)
      ? works("Searches the catalog through POST /orders/catalog/fetch of the service")
      : lacks("The service does not answer at /orders/catalog/fetch"),
  orders: lacks("The service shows orders and documents no request that places one"),
  messages: works("Sends the message through POST /messages of the service"),
  tasks: works("Creates the task through POST /tasks of the service"),
  recall_actions: (answers) =>
    isAnswered(answers, "/recalls")
      ? works("Adds the action through POST /recalls/{id}/actions of the service")
      : lacks("The service does not answer GET /recalls"),
  referrals: works("Creates and updates referrals through POST /referrals and PATCH /referrals/{id} of the service"),
  bookings: lacks(
    "POST /appointments of the service is not used yet: whether its event names the visit in the EMR is not known",
  ),
  moves: lacks(
    "The service documents a change of time for a visit alone whose booking is pending or has failed, and moves no other one",
  ),
  cancellations: lacks(
    "The service documents no request that cancels a visit; a status that means so is set by PATCH /appointments/{id}",
  ),
  documents: lacks(
    "POST /documents of the service is not used yet: it takes no referral, and what its event names is not known",
  ),
  insurances: lacks("The service documents no request that adds or changes an insurance of a patient"),
  appointments: works("Sets the status through PATCH /appointments/{id} of the service"),
};

/** Returns how a service with these answers supports each capability. */
export const capabilitiesFound = (answers: Answers): CapabilitySupport[] =>
  CAPABILITIES.map((name) => {
    const support = SUPPORT[name];
    return { name, ...(typeof support === "function" ? support(answers) : support) };
  });
