import type { FhirContext } from "#lib/emr/fhir/context";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { type KindSupport, SYNC_KINDS, type SyncKind } from "#lib/emr/port/sync";

/** The reads of a connection. */
type Reading = Pick<
  EmrConnection,
  | "kinds"
  | "readPage"
  | "readIds"
  | "readSettings"
  | "listPaymentMethods"
  | "listNoteCategories"
  | "listReferralStatuses"
  | "listSpecialties"
  | "listAppointments"
  | "readAppointment"
  | "listClaims"
  | "readReferral"
  | "readDocuments"
  | "listTeams"
  | "searchOrderCatalog"
  | "readService"
>;

const notOffered = () => Promise.reject(new EmrError("validation", "A FHIR server does not offer this reading"));

const UNSUPPORTED: KindSupport = { read: "unsupported", ids: false, reason: "FHIR has no such record" };

/** Returns the reads of a FHIR server. */
export const readingOf = (_context: FhirContext): Reading => ({
  kinds: Object.fromEntries(SYNC_KINDS.map((kind) => [kind, UNSUPPORTED])) as Record<SyncKind, KindSupport>,
  readPage: notOffered,
  readIds: notOffered,
  readSettings: notOffered,
  listPaymentMethods: notOffered,
  listNoteCategories: notOffered,
  listReferralStatuses: notOffered,
  listSpecialties: notOffered,
  listAppointments: notOffered,
  readAppointment: notOffered,
  listClaims: notOffered,
  readReferral: notOffered,
  readDocuments: notOffered,
  listTeams: notOffered,
  searchOrderCatalog: notOffered,
  readService: notOffered,
});
