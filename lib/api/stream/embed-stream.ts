import { assertOnePatient, seesAllEvents } from "#lib/api/identity/embed-limits";
import type { EmbedScope, Principal } from "#lib/kernel/principal";

interface Envelope {
  job_id?: string;
  data?: Record<string, unknown>;
}

/** Checks whether an event concerns the patient or job of a limited view. */
const concerns = ({ patientMrn, jobId }: EmbedScope, { job_id, data }: Envelope): boolean =>
  (jobId !== null && job_id === String(jobId)) || (patientMrn !== null && data?.patient_mrn === patientMrn);

/**
 * Returns one message of the stream for a limited view: for other patients' events only that they happened, and to
 * which job. Throws 409 for an event of the view's patient while several patients carry the MRN.
 */
async function limitMessage(message: string, principal: Principal, embed: EmbedScope): Promise<string> {
  const json = /^event: event$/m.test(message) ? /^data: (.*)$/m.exec(message)?.[1] : undefined;
  if (json === undefined) return message;
  const envelope = JSON.parse(json) as Envelope;
  if (concerns(embed, envelope)) {
    await assertOnePatient(principal, "patient");
    return message;
  }
  const limited = `data: ${JSON.stringify({ ...envelope, data: {} })}`;
  return message.replace(/^data: .*$/m, () => limited);
}

/**
 * Filters a stream of Server-Sent Events, message by message, for an embedded view. The stream ends with an error once
 * several patients carry the MRN of the view's patient.
 */
export function streamWithin(principal: Principal, response: Response): Response {
  const { embed } = principal;
  if (!embed || seesAllEvents(principal) || !response.body) return response;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  const filter = new TransformStream<Uint8Array, Uint8Array>({
    async transform(bytes, controller) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) controller.enqueue(encoder.encode(`${await limitMessage(part, principal, embed)}\n\n`));
    },
  });
  return new Response(response.body.pipeThrough(filter), { status: response.status, headers: response.headers });
}
