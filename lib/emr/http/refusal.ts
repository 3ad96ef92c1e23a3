import type { EmrResponse } from "#lib/egress/emr-client";
import { EmrError } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import { refusesByLimit, retryAfterOf } from "./limits.ts";

const MAX_MESSAGE_LENGTH = 1_000;

/** Statuses below 500 of a server, or of a proxy before it, that gave the request up: it may have been done. */
const GIVEN_UP = [408, 425];

/** Returns an EMR's words for our messages, with a bounded length. */
export const boundedWords = (words: string): string => beginningOf(words, MAX_MESSAGE_LENGTH);

/** Returns the message of a response that has no words of its own. */
export const statusInWords = ({ status }: EmrResponse): string => `The EMR answered with the status ${status}`;

/**
 * Returns the error of a refusal that means the same at every EMR: a reached limit, refused credentials, or a request
 * that failed in the server or was given up, whose end is unknown. Null for any other response.
 */
export function commonRefusalOf(response: EmrResponse, message: string): EmrError | null {
  const retryAfterMs = retryAfterOf(response, message);
  if (refusesByLimit(response, message)) return new EmrError("passing", message, { limited: true, retryAfterMs });
  if (response.status === 401) {
    return new EmrError("passing", `The EMR refuses the credentials: ${message}`, {
      notDone: true,
      code: "login_required",
    });
  }
  const isUnknown = response.status >= 500 || GIVEN_UP.includes(response.status);
  return isUnknown ? new EmrError("passing", message, { retryAfterMs, answered: response.status }) : null;
}
