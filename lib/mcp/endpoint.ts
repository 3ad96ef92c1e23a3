import { MCP_FORM } from "#lib/api/answer/error-form";
import { errorResponse, withErrorBody } from "#lib/api/answer/error-response";
import { HttpError } from "#lib/api/answer/http-error";
import { authenticateMcp } from "#lib/api/identity/authenticate-mcp";
import { identify } from "#lib/api/identity/identify";
import { countRequest } from "#lib/api/request/rate-limit";
import { DomainError } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { resourceMetadataAddress } from "#lib/oauth/addresses";
import { SCOPES } from "#lib/oauth/scopes";
import { isOn } from "#lib/oauth/switch";
import { isSameOrigin } from "#lib/security/credentials/same-origin";
import type { Caller } from "./caller.ts";
import type { Received } from "./message.ts";

const ROUTE = "POST /mcp";

/** Throws 403 for a page of another site: an assistant sends no Origin, or that of the console. */
function refuseOtherOrigins({ headers }: HttpRequest): void {
  if (headers.has("origin") && !isSameOrigin(headers)) {
    throw new DomainError("forbidden", "Not allowed: pages of other sites cannot use this");
  }
}

/** Adds to the challenge of a 401 where a client finds the authorization server (RFC 9728, section 5.1), if there is one. */
async function leadOn({ headers }: Response): Promise<void> {
  if (!(await isOn().catch(() => false))) return;
  const challenge = headers.get("www-authenticate") ?? "Bearer";
  const further = `resource_metadata="${resourceMetadataAddress()}", scope="${SCOPES.join(" ")}"`;
  headers.set("www-authenticate", `${challenge}${challenge === "Bearer" ? " " : ", "}${further}`);
}

/** Returns the refusal of a request whose message was not read, as JSON-RPC's error. */
async function refused(error: unknown): Promise<Response> {
  const plain = errorResponse(error, ROUTE);
  if (error instanceof DomainError && error.code === "unauthenticated") await leadOn(plain);
  const { message } = (await plain.clone().json()) as { message: string };
  return withErrorBody(plain, MCP_FORM.bodyOf(plain.status, message));
}

/** Answers what a request carries. A batch is answered by a list, in its order, without those that have no answer. */
async function answerReceived(caller: Caller, { messages, isBatch }: Received): Promise<Response> {
  const { answerMessage } = await import("./protocol.ts");
  const answers: Response[] = [];
  for (const message of messages) {
    answers.push(message instanceof Response ? message : await answerMessage(caller, message));
  }
  const [only] = answers;
  if (only && !isBatch) return only;
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const bodies = texts.filter((text) => text !== "").map((text) => JSON.parse(text));
  return bodies.length === 0 ? new Response(null, { status: 202 }) : Response.json(bodies);
}

/**
 * Answers `POST /mcp`, the Model Context Protocol over Streamable HTTP (decisions §2): one message for each request,
 * answered as JSON. Refusals have the form of JSON-RPC's errors, too.
 */
export async function answerMcp(request: HttpRequest): Promise<Response> {
  try {
    refuseOtherOrigins(request);
    let headers = await countRequest(await identify(request, authenticateMcp));
    // Loaded with the first message: most deployments have no assistant.
    const { readMessages } = await import("./message.ts");
    const received = await readMessages(request);
    // The message may come long after its head.
    const principal = await identify(request, authenticateMcp);
    for (const _ of received.messages.slice(1)) headers = await countRequest(principal);
    const answer = await answerReceived({ principal, request }, received);
    for (const [name, value] of Object.entries({ ...headers, "cache-control": "no-store" }))
      answer.headers.set(name, value);
    return answer;
  } catch (error) {
    return refused(error);
  }
}

/** Answers every other method with 405: without sessions there is nothing to stream or to end. */
export const refuseMethod = async ({ method }: HttpRequest): Promise<Response> =>
  refused(new HttpError(405, `Method ${method} is not allowed here; allowed: POST`, { headers: { Allow: "POST" } }));
