import { operationRoutes } from "#lib/catalog/routes";
import { ApiError, notFound } from "#lib/kernel/api-error";
import type { EmbedScope, Principal } from "#lib/kernel/principal";
import { searchOrderCatalog } from "#lib/resources/orders/search-catalog/definition";

// A view that was made for one patient or one job (decisions §9) is kept to them here, whatever its permissions say:
// what is not known to concern nobody else is refused.

/** They tell of no patient. */
const ABOUT_NOBODY = new Set([
  "GET /availability",
  "GET /embed/sessions/{id}",
  "GET /forms",
  "GET /forms/{id}",
  "GET /linked-accounts/{id}",
  "GET /locations",
  "GET /openapi.json",
  "GET /providers",
  "GET /referring-providers",
  "GET /settings",
  "GET /staff",
  "GET /visit-statuses",
  "GET /visit-types",
  "PATCH /providers/ehr/{ehr_id}",
  "PATCH /providers/{id}",
]);

/** They list one patient's records by `patient_mrn`. */
const BY_PATIENT = new Set([
  "GET /appointments",
  "GET /claims",
  "GET /documents",
  "GET /jobs",
  "GET /orders",
  "GET /patient-notes",
  "GET /payments",
  "GET /recalls",
  "GET /referrals",
  "GET /services",
  "GET /tasks",
]);

/** Their answer, or their acceptance, tells whose record it is. */
const CHECKED_LATER = new Set([
  "GET /documents/{id}",
  "GET /events/stream",
  "GET /jobs/{job_id}",
  "GET /recalls/{id}",
  "GET /referrals/{id}",
  ...operationRoutes,
]);

const beyond = () => new ApiError(403, "Not allowed: this view was made for one patient or job alone");

/** Whether a view was made for the whole account, as far as its permissions go. */
const isUnlimited = ({ patientMrn, jobId }: EmbedScope): boolean => patientMrn === null && jobId === null;

/** Whether a caller is kept to one patient or job. */
export const isLimited = ({ embed }: Principal): boolean => embed !== undefined && !isUnlimited(embed);

/** Whether a caller may hear what every event of the account says: not by the permission for the stream alone. */
export const hearsEverything = ({ embed, permissions }: Principal): boolean =>
  !embed || (isUnlimited(embed) && permissions.has("jobs:read"));

/** Narrows a list's parameters to one patient. Throws 403 where another one's were asked for. */
function narrow(url: URL, parameter: string, mrn: string): void {
  const asked = url.searchParams.getAll(parameter).filter(Boolean);
  if (asked.some((given) => given !== mrn)) throw beyond();
  url.searchParams.set(parameter, mrn);
}

/**
 * Keeps an embedded view to what it was made for, before its request is answered; may narrow the query. Throws 403, or
 * 404 for another patient's page or another job.
 */
export function keepWithin(principal: Principal, route: string, params: Record<string, string>, url: URL): void {
  const { embed } = principal;
  if (!embed) return;
  if (/^\w+ \/(deliveries|events)(?!\/stream)/.test(route) && !hearsEverything(principal)) throw beyond();
  if (isUnlimited(embed) || ABOUT_NOBODY.has(route)) return;
  const { patientMrn, jobId } = embed;
  if (jobId !== null && route.includes(" /jobs/{job_id}")) {
    if (params.job_id !== String(jobId)) throw notFound("Job");
    return;
  }
  if (CHECKED_LATER.has(route)) return;
  if (patientMrn === null) throw beyond();
  if (BY_PATIENT.has(route)) narrow(url, "patient_mrn", patientMrn);
  else if (route === "GET /patients") {
    url.searchParams.delete("query");
    narrow(url, "mrns", patientMrn);
  } else if (route !== "GET /patients/{mrn}") throw beyond();
  else if (params.mrn !== patientMrn) throw notFound("Patient");
}

/** Throws 404 where an answer's one record is another patient's than a limited view's. */
export function assertAnswerWithin({ embed }: Principal, body: Record<string, unknown>): void {
  if (!embed || isUnlimited(embed)) return;
  for (const [key, what] of [
    ["job", "Job"],
    ["referral", "Referral"],
    ["recall", "Recall"],
  ] as const) {
    const record = body[key] as { patient_mrn?: string | null; job_id?: number; type?: string } | undefined;
    if (!record || typeof record !== "object") continue;
    const isOwn = embed.jobId !== null && record.job_id === embed.jobId;
    const isCatalog = key === "job" && record.type === searchOrderCatalog.id;
    if (!isOwn && !isCatalog && (record.patient_mrn ?? null) !== embed.patientMrn) throw notFound(what);
    if (!isOwn && !isCatalog && embed.patientMrn === null) throw notFound(what);
  }
}

/** Throws 403 where a limited view writes for another patient, or for none: only the order catalog concerns nobody. */
export function assertWriteWithin({ embed }: Principal, operationId: string, patientMrn: string | null): void {
  if (!embed || isUnlimited(embed) || operationId === searchOrderCatalog.id) return;
  if (patientMrn === null || patientMrn !== embed.patientMrn) throw beyond();
}

/** Throws 404 where a limited view asks for another patient's document. */
export function assertDocumentWithin({ embed }: Principal, patientMrn: string | null): void {
  if (!embed || isUnlimited(embed)) return;
  if (patientMrn === null || patientMrn !== embed.patientMrn) throw notFound("Document");
}
