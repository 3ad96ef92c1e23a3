import { assertOnePatient, isOfView, isOwnBooking, seesAllEvents } from "#lib/api/identity/embed-limits";
import { findOperation } from "#lib/catalog/catalog";
import { readTenantAtOnce } from "#lib/db/tenant";
import { mrnsOfPatient } from "#lib/definitions/patients-of-mrn";
import type { JobMessage } from "#lib/job-record/model";
import { presentMs } from "#lib/kernel/clock";
import type { EmbedScope, Principal } from "#lib/kernel/principal";

/** Time after which a stream learns that a patient was merged with its own. */
const MRNS_KEPT_MS = 5_000;

interface Envelope {
  job_id?: string;
  data?: Record<string, unknown>;
}

/** Returns a function that says which MRNs the patient of a view may be known by: of all events, few are of its patient. */
function mrnsOfView(principal: Principal, mrn: string): () => Promise<ReadonlySet<string>> {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (presentMs() - readAt < MRNS_KEPT_MS) return known;
    readAt = presentMs();
    known = new Set(await readTenantAtOnce(principal, (tx) => mrnsOfPatient(tx, principal.linkedAccountId, mrn)));
    return known;
  };
}

/** Returns a check of whether an event concerns the patient or job of a limited view. */
function concerning(principal: Principal, { patientMrn, jobId }: EmbedScope): (event: Envelope) => Promise<boolean> {
  const mrns = patientMrn === null ? null : mrnsOfView(principal, patientMrn);
  return async ({ job_id, data }) => {
    if (jobId !== null && job_id === String(jobId)) return true;
    const of = data?.patient_mrn;
    if (mrns === null || typeof of !== "string") return false;
    if (of === patientMrn) return true;
    // What is known of merges may be some seconds old: it may keep an event back, but never let one pass.
    return (await mrns()).has(of) && (await isOfView(principal, of));
  };
}

/**
 * Returns one message of the stream for a limited view: for other patients' events only that they happened, and to
 * which job. Throws 409 for an event of the view's patient while several patients carry the MRN.
 */
async function limitMessage(
  message: string,
  principal: Principal,
  concerns: (event: Envelope) => Promise<boolean>,
): Promise<string> {
  const json = /^event: event$/m.test(message) ? /^data: (.*)$/m.exec(message)?.[1] : undefined;
  if (json === undefined) return message;
  const envelope = JSON.parse(json) as Envelope;
  if (await concerns(envelope)) {
    await assertOnePatient(principal, "patient");
    return message;
  }
  const limited = `data: ${JSON.stringify({ ...envelope, data: {} })}`;
  return message.replace(/^data: .*$/m, () => limited);
}

/**
 * Returns a check of whether a view `booking` gets a message: the states of its own bookings, and no other job's. It gets no
 * events: they hold the EMR's own words, and it reads the outcome from the job.
 */
function ofOwnBookings(principal: Principal): (message: string) => Promise<boolean> {
  const known = new Map<number, Promise<boolean>>();
  return async (message) => {
    if (/^event: event$/m.test(message)) return false;
    // Comments and places of the stream say nothing of jobs.
    if (!/^data: ./m.test(message)) return true;
    const { job_id: jobId, type } = JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? "{}") as Partial<JobMessage>;
    if (jobId === undefined || type === undefined || findOperation(type)?.embed !== "bookable") return false;
    const own = known.get(jobId) ?? isOwnBooking(principal, jobId);
    known.set(jobId, own);
    return own;
  };
}

/**
 * Filters a stream of Server-Sent Events, message by message, for an embedded view. The stream ends with an error once
 * several patients carry the MRN of the view's patient.
 */
export function streamWithin(principal: Principal, response: Response): Response {
  const { embed } = principal;
  if (!embed || seesAllEvents(principal) || !response.body) return response;
  const concerns = concerning(principal, embed);
  const isFor = embed.offer ? ofOwnBookings(principal) : async () => true;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  const filter = new TransformStream<Uint8Array, Uint8Array>({
    async transform(bytes, controller) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        if (!(await isFor(part))) continue;
        controller.enqueue(encoder.encode(`${await limitMessage(part, principal, concerns)}\n\n`));
      }
    },
  });
  return new Response(response.body.pipeThrough(filter), { status: response.status, headers: response.headers });
}
