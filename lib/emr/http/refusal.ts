import type { EmrResponse } from "#lib/egress/emr-client";
import { EmrError } from "#lib/emr/port/port";
import { refusesByLimit, retryAfterOf } from "./limits.ts";

const MAX_MESSAGE_LENGTH = 1_000;

/** Returns an EMR's words for our messages, with a bounded length. */
export const boundedWords = (words: string): string => words.slice(0, MAX_MESSAGE_LENGTH).toWellFormed();

/** Returns the message of a response that has no words of its own. */
export const statusInWords = ({ status }: EmrResponse): string => `The EMR answered with the status ${status}`;

/**
 * Returns the error of a refusal that means the same at every EMR: a reached limit, refused credentials, or a failure
 * of the server. Null for any other response.
 */
export function commonRefusalOf(response: EmrResponse, message: string): EmrError | null {
  const retryAfterMs = retryAfterOf(response, message);
  if (refusesByLimit(response, message)) return new EmrError("passing", message, { limited: true, retryAfterMs });
  if (response.status === 401) {
    return new EmrError("passing", `The EMR refuses the credentials: ${message}`, { notDone: true });
  }
  return response.status >= 500 ? new EmrError("passing", message, { retryAfterMs }) : null;
}
