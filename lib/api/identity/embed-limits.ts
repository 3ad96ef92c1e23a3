import { and, eq } from "drizzle-orm";
import { JsonText } from "#lib/api/answer/json-text";
import { spellingsIn, valuesIn } from "#lib/api/request/list-parameter";
import { findOperation } from "#lib/catalog/catalog";
import { job } from "#lib/db/schema";
import { readTenantAtOnce, type Transaction } from "#lib/db/tenant";
import type { EmbedLimit, OperationLimit, ParameterLimit } from "#lib/definitions/embed-limit";
import { patientsOfMrn, refuseSharedMrn } from "#lib/definitions/patients-of-mrn";
import { DomainError, notFound } from "#lib/kernel/domain-error";
import type { EmbedScope, Principal } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";

const beyond = () => new DomainError("forbidden", "Not allowed: this view is limited to one patient, job or owner");
const beyondOffer = () => new DomainError("forbidden", "Not allowed: this view only books visits of its patient");
const beyondLink = () =>
  new DomainError("forbidden", "Not allowed: a link token links one EMR, and is good for nothing else");
const beyondOwner = () =>
  new DomainError("forbidden", "Not allowed: this is for views of an owner's webhook endpoints alone");

/** The limits that a view of one owner's webhook endpoints passes; their handlers keep it within them. */
const OF_OWNER = new Set<EmbedLimit>(["open", "offered", "owner", "events"]);

/** Whether a view `booking` may use a route; the handler, or the check of its answer, keeps it within what the view offers. */
const isForBooking = (limit: EmbedLimit): boolean =>
  limit === "offered" ||
  limit === "bookable" ||
  (typeof limit === "object" && "answer" in limit && limit.answer === "job");

/** Checks whether a view was created for the whole account; its permissions still apply. */
const isUnlimited = ({ patientMrn, jobId, owner }: EmbedScope): boolean =>
  patientMrn === null && jobId === null && owner === null;

/** Whether no record of a route concerns a patient. */
const isOpen = (limit: EmbedLimit): boolean => limit === "open" || limit === "offered";

/** Checks whether a caller is limited to one patient, job or owner of webhook endpoints. */
export const isLimited = ({ embed }: Principal): boolean => embed !== undefined && !isUnlimited(embed);

/**
 * Checks whether a caller may read the contents of every event of the account. The permission for the stream alone does
 * not allow it.
 */
export const seesAllEvents = ({ embed, permissions }: Principal): boolean =>
  !embed || (isUnlimited(embed) && permissions.has("jobs:read"));

type Read = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

/**
 * Returns whether an MRN leads to the one patient of a limited view: the view's own, or one that was merged with it
 * (decisions §12). False while several patients carry one of the MRNs.
 */
export async function isOfView(
  principal: Principal,
  mrn: string | null | undefined,
  read: Read = (work) => readTenantAtOnce(principal, work),
): Promise<boolean> {
  const own = principal.embed?.patientMrn ?? null;
  if (own === null || !mrn) return false;
  if (mrn === own) return true;
  if (!isStorable(mrn)) return false;
  const { linkedAccountId } = principal;
  const [ours, theirs] = await read((tx) =>
    Promise.all([patientsOfMrn(tx, linkedAccountId, own), patientsOfMrn(tx, linkedAccountId, mrn)]),
  );
  return ours.length === 1 && theirs.length === 1 && ours[0] === theirs[0];
}

/** Narrows a list's parameters to the view's patient. Throws 403 if the request names another patient. */
async function narrow(principal: Principal, url: URL, limit: ParameterLimit, mrn: string): Promise<void> {
  const { narrows, without = [] } = limit;
  const { searchParams } = url;
  const named = new Set(valuesIn(searchParams, narrows).filter(Boolean));
  for (const given of named) if (!(await isOfView(principal, given))) throw beyond();
  for (const spelling of [narrows, ...without].flatMap((name) => spellingsIn(searchParams, name)))
    searchParams.delete(spelling);
  searchParams.set(narrows, mrn);
}

/**
 * Applies a route's limit to an embedded view's request before it is handled (decisions §9); may narrow the query.
 * Throws 403, or 404 for another patient's page or another job.
 */
export async function keepWithin(
  principal: Principal,
  limit: EmbedLimit,
  params: Record<string, string>,
  url: URL,
): Promise<void> {
  const { embed } = principal;
  if (!embed) return;
  if (embed.links) {
    if (limit !== "linking") throw beyondLink();
    return;
  }
  if (embed.owner !== null) {
    if (!OF_OWNER.has(limit)) throw beyond();
    return;
  }
  if (embed.offer !== null && !isForBooking(limit)) throw beyondOffer();
  if (limit === "owner") throw beyondOwner();
  if (limit === "events" && !seesAllEvents(principal)) throw beyond();
  if (isUnlimited(embed) || isOpen(limit) || limit === "patient" || limit === "bookable") return;
  const { patientMrn, jobId } = embed;
  if (limit === "own-job" && jobId !== null) {
    if (params.job_id !== String(jobId)) throw notFound("Job");
  } else if (typeof limit === "string") throw beyond();
  else if ("answer" in limit) return;
  else if (patientMrn === null) throw beyond();
  else if ("narrows" in limit) await narrow(principal, url, limit, patientMrn);
  else if (!(await isOfView(principal, params[limit.address]))) throw notFound("Patient");
}

/**
 * Throws 409 if several patients of the EMR carry the MRN of a view that is limited to one patient: its records may be of
 * either (decisions §12).
 */
export async function assertOnePatient(principal: Principal, limit: EmbedLimit): Promise<void> {
  const mrn = principal.embed?.patientMrn ?? null;
  if (mrn === null || isOpen(limit)) return;
  await readTenantAtOnce(principal, (tx) => refuseSharedMrn(tx, principal.linkedAccountId, mrn));
}

interface AnsweredRecord {
  patient_mrn?: string | null;
  job_id?: number;
  type?: string;
}

/**
 * Checks whether a limited view may see a job: the view's own job, its patient's, or the search of an operation that
 * concerns no patient.
 */
function isJobWithin({ jobId, patientMrn }: EmbedScope, { job_id, patient_mrn, type = "" }: AnsweredRecord): boolean {
  if (jobId !== null) return job_id === jobId;
  return patient_mrn === patientMrn || findOperation(type)?.embed === "open";
}

/**
 * Checks whether a job books a visit that the visitor of a view `booking` has asked for: the partner's own user, for the view's
 * patient. What the clinic's staff book for the same patient is none of it.
 */
export async function isOwnBooking(principal: Principal, jobId: number): Promise<boolean> {
  const { linkedAccountId, actor, embed } = principal;
  const [found] = await readTenantAtOnce(principal, (tx) =>
    tx
      .select({ type: job.type, patientMrn: job.patientMrn, actor: job.actor, apiClientId: job.apiClientId })
      .from(job)
      .where(and(eq(job.linkedAccountId, linkedAccountId), eq(job.id, jobId))),
  );
  if (!found || findOperation(found.type)?.embed !== "bookable") return false;
  if (found.actor.kind !== actor.kind || found.actor.id !== actor.id) return false;
  return found.apiClientId === embed?.apiClientId && (await isOfView(principal, found.patientMrn));
}

/** Applies a route's limit to its response. Throws 404 if the one record in it is outside a limited view. */
export async function assertAnswerWithin(
  principal: Principal,
  limit: EmbedLimit,
  body: Record<string, unknown> | JsonText,
): Promise<void> {
  const { embed } = principal;
  if (!embed || isUnlimited(embed) || typeof limit === "string" || !("answer" in limit)) return;
  const { answer } = limit;
  const record = (body instanceof JsonText ? body.parse() : body)[answer] as AnsweredRecord;
  if (embed.offer !== null) {
    if (await isOwnBooking(principal, record.job_id ?? 0)) return;
    throw notFound("Job");
  }
  const isWithin =
    (answer === "job" && isJobWithin(embed, record)) ||
    (embed.jobId === null && (await isOfView(principal, record.patient_mrn)));
  if (!isWithin) throw notFound(answer.charAt(0).toUpperCase() + answer.slice(1));
}

/**
 * Applies an operation's limit to the patient that it writes for. Throws 403 if a limited view writes for another
 * patient or for none.
 */
export async function assertWriteWithin(
  tx: Transaction,
  principal: Principal,
  { limit, patientMrn }: { limit: OperationLimit; patientMrn: string | null },
): Promise<void> {
  const { embed } = principal;
  if (!embed || isUnlimited(embed) || limit === "open") return;
  if (!(await isOfView(principal, patientMrn, (work) => work(tx)))) throw beyond();
}

/**
 * Throws 403 if a limited view names another patient in what it asks to write, before any check could tell whether there is such
 * a patient.
 */
export async function assertNamedWithin(
  tx: Transaction,
  principal: Principal,
  { limit, input, params }: { limit: OperationLimit; input: Record<string, unknown>; params: Record<string, string> },
): Promise<void> {
  const mrn = input.patient_mrn ?? params.mrn;
  if (typeof mrn === "string") await assertWriteWithin(tx, principal, { limit, patientMrn: mrn });
}

/** Throws 404 if a limited view asks for another patient's document. */
export async function assertDocumentWithin(
  tx: Transaction,
  principal: Principal,
  patientMrn: string | null,
): Promise<void> {
  const { embed } = principal;
  if (!embed || isUnlimited(embed)) return;
  if (!(await isOfView(principal, patientMrn, (work) => work(tx)))) throw notFound("Document");
}
