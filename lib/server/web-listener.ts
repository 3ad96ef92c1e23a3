import type { RequestListener } from "node:http";
import { keepAnswerLength } from "#lib/api/answer/answer-length";
import { markCaller } from "#lib/api/request/peer";
import type { Environment } from "#lib/kernel/environment";
import { limitBody } from "./arriving-body.ts";
import { dropInternalHeaders } from "./internal-headers.ts";
import { refuseMalformed } from "./malformed-request.ts";
import { joinSegments, readTarget } from "./request-target.ts";
import { keepSafe } from "./safe-headers.ts";

/** Returns the listener of the web server, which hardens every request before it passes it on. */
export const webListener =
  (env: Pick<Environment, "PUBLIC_URL" | "TRUSTED_PROXIES">, handle: Promise<RequestListener>): RequestListener =>
  async (request, response) => {
    // The headers of every answer, a refusal's too, depend on the address.
    readTarget(request);
    joinSegments(request);
    keepSafe(request, response, env.PUBLIC_URL);
    if (refuseMalformed(request, response) || !limitBody(request, response)) return;
    dropInternalHeaders(request);
    markCaller(request, env.TRUSTED_PROXIES);
    keepAnswerLength(response);
    (await handle)(request, response);
  };
