import { type EmrClient, type EmrRequest, type EmrResponse, EmrUnanswered } from "#lib/egress/emr-client";
import type { EmrCalls } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import { limitOf } from "./limits.ts";

/** An answer to a read that is too large will be so again; a write may have been done all the same. */
const isForGood = ({ kind }: EmrUnanswered, { method = "GET" }: Pick<EmrRequest, "method">): boolean =>
  kind === "refused" || (kind === "too_large" && method === "GET");

/** The budget of calls, and the EMR's own words in a response. A probe calls without a budget. */
interface Caller {
  calls: EmrCalls | null;
  messageOf(response: EmrResponse): string;
}

/**
 * Makes one call of an EMR by any client: asks its budget first, reports the limit that the response shows, and throws an
 * EmrError if there is no response.
 */
export async function callBy<Response extends EmrResponse>(
  ask: () => Promise<Response>,
  { calls, messageOf }: Caller,
  request: Pick<EmrRequest, "method" | "signal">,
): Promise<Response> {
  const call = async () => {
    await calls?.take();
    return ask().catch((error: unknown) => {
      if (!(error instanceof EmrUnanswered)) throw error;
      throw new EmrError(isForGood(error, request) ? "validation" : "passing", error.message, { notDone: !error.sent });
    });
  };
  const response = await (calls ? calls.withPermit(call, request.signal) : call());
  // The words of a page of records are none that name a limit, and take long to read.
  const limit = limitOf(response, response.status < 400 ? "" : messageOf(response));
  if (limit) await calls?.learn(limit);
  return response;
}

/** Makes one call of an EMR by its client, as `callBy` does. */
export const callEmr = (
  { client, ...caller }: Caller & { client: EmrClient },
  address: string,
  request: EmrRequest,
): Promise<EmrResponse> => callBy(() => client(address, request), caller, request);
