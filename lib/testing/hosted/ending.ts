import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, refusal } from "./answer.ts";
import type { Fault } from "./faults.ts";
import { bodyOf, reply, replyWithPage } from "./request.ts";
import { accountOf, serve } from "./serve.ts";
import type { Service } from "./service.ts";

/** Returns the refusal of a fault that keeps the request from the service; null if the request is done. */
function refusedBy(fault: Fault | null): Answer | null {
  if (fault?.kind === "refused") {
    const { status, message, headers = {} } = fault;
    return { status, body: { success: false, message }, headers };
  }
  if (fault?.kind !== "limited") return null;
  const headers: Record<string, string> =
    fault.retryAfterSeconds === undefined ? {} : { "retry-after": String(fault.retryAfterSeconds) };
  return { status: 429, body: { success: false, message: "Too many requests" }, headers };
}

/** Writes the answer of a request that was done as its fault says. Returns the status that the caller gets. */
function replyAsFaulty(response: ServerResponse, given: Answer, fault: Fault | null): number | null {
  switch (fault?.kind) {
    case "cut_after":
      response.destroy();
      return null;
    case "truncated":
      reply(response, given, { isTruncated: true });
      return null;
    case "html":
      replyWithPage(response, fault.status);
      return fault.status;
    case "failed_after": {
      const { status = 500 } = fault;
      reply(response, refusal(status, "Internal server error"));
      return status;
    }
    default:
      reply(response, given);
      return given.status;
  }
}

/** Ends a request as its fault says. Returns the account's reference, and the status that the caller got. */
export async function endRequest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ account: string | null; status: number | null }> {
  const { method = "", headers } = request;
  const url = new URL(request.url ?? "/", "http://localhost");
  const fault = service.faults.take(method, url.pathname.replace(/^\/v1/, ""));
  const arrived = { method, url, headers, body: await bodyOf(request) };
  const account = accountOf(service, arrived)?.reference ?? null;
  if (fault?.kind === "held") await fault.until;
  if (fault?.kind === "cut_before") {
    response.destroy();
    return { account, status: null };
  }
  if (fault?.kind === "html" && !fault.isDone) {
    replyWithPage(response, fault.status);
    return { account, status: fault.status };
  }
  const refused = refusedBy(fault);
  if (refused) {
    reply(response, refused);
    return { account, status: refused.status };
  }
  return { account, status: replyAsFaulty(response, serve(service, arrived), fault) };
}
