import { errorResponse } from "#lib/api/answer/error-response";
import { authenticateMcp } from "#lib/api/identity/authenticate-mcp";
import { identify } from "#lib/api/identity/identify";
import { countRequest } from "#lib/api/request/rate-limit";
import { ApiError } from "#lib/kernel/api-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { isSameOrigin } from "#lib/security/credentials/same-origin";

const ROUTE = "POST /mcp";

/** Throws 403 for a page of another site: an assistant sends no Origin, or that of the console. */
function refuseOtherOrigins({ headers }: HttpRequest): void {
  if (headers.has("origin") && !isSameOrigin(headers)) {
    throw new ApiError(403, "Not allowed: pages of other sites cannot use this");
  }
}

/**
 * Answers `POST /mcp`, the Model Context Protocol over Streamable HTTP (decisions §2): one message for each request,
 * answered as JSON. Refusals before the message is read have the error body of interface section 7.
 */
export async function answerMcp(request: HttpRequest): Promise<Response> {
  try {
    refuseOtherOrigins(request);
    const headers = await countRequest(await identify(request, authenticateMcp));
    // Loaded with the first message: most deployments have no assistant.
    const [{ readMessage }, { answerMessage }] = await Promise.all([import("./message.ts"), import("./protocol.ts")]);
    const message = await readMessage(request);
    // The message may come long after its head.
    const principal = await identify(request, authenticateMcp);
    const answer = message instanceof Response ? message : await answerMessage({ principal, request }, message);
    for (const [name, value] of Object.entries({ ...headers, "cache-control": "no-store" }))
      answer.headers.set(name, value);
    return answer;
  } catch (error) {
    return errorResponse(error, ROUTE);
  }
}

/** Answers every other method with 405: without sessions there is nothing to stream or to end. */
export const refuseMethod = async ({ method }: HttpRequest): Promise<Response> =>
  errorResponse(
    new ApiError(405, `Method ${method} is not allowed here; allowed: POST`, { headers: { Allow: "POST" } }),
    ROUTE,
  );
