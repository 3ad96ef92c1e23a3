import { z } from "zod";
import type { EmrResponse } from "#lib/egress/emr-client";
import { jsonOf } from "#lib/emr/http/json";
import { refusesByLimit, retryAfterOf } from "#lib/emr/http/limits";
import { EmrError } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";

const MAX_MESSAGE_LENGTH = 1_000;

const operationOutcome = z.object({
  resourceType: z.literal("OperationOutcome"),
  issue: z.array(
    z.object({
      severity: z.string().catch("error"),
      code: z.string().catch("unknown"),
      diagnostics: z.string().optional().catch(undefined),
      details: z.object({ text: z.string() }).optional().catch(undefined),
    }),
  ),
});

/** Returns the text of a server's OperationOutcome, or its status in words. */
export function messageOf(response: EmrResponse): string {
  const { data } = operationOutcome.safeParse(jsonOf(response));
  const texts = data?.issue
    .filter(({ severity }) => severity !== "information")
    .map(({ details, diagnostics, code }) => details?.text ?? diagnostics ?? code)
    .filter(isStorable);
  if (!texts?.length) return `The EMR answered with the status ${response.status}`;
  return [...new Set(texts)].join("; ").slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
}

/** Returns the error of a response that is not 2xx. */
export function refusalOf(response: EmrResponse): EmrError {
  const { status } = response;
  const message = messageOf(response);
  const retryAfterMs = retryAfterOf(response, message);
  if (refusesByLimit(response, message)) return new EmrError("passing", message, { limited: true, retryAfterMs });
  if (status === 401) return new EmrError("passing", `The EMR refuses the credentials: ${message}`, { notDone: true });
  if (status >= 500) return new EmrError("passing", message, { retryAfterMs });
  return new EmrError("validation", message);
}
