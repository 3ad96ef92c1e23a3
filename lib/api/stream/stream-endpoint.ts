import type { Endpoint } from "#lib/api/endpoints/endpoint";
import { authenticate } from "#lib/api/identity/authenticate";
import { readQuery } from "#lib/api/request/query";
import { refuseUnknownFields } from "#lib/api/request/unknown-fields";
import { readTenantAtOnce } from "#lib/db/tenant";
import { noQuery } from "#lib/definitions/query";
import { watchToday } from "#lib/jobs/freshness/watched";
import { DomainError } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Principal } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { onGroundsOver } from "#lib/security/credentials/grounds";
import { openEventStream } from "#lib/stream/event-stream";
import { endStreams } from "#lib/stream/sse";
import { streamWithin } from "./embed-stream.ts";

const PERMISSION = "events:read";

/**
 * Returns false once the caller's credentials, session or permission are gone. An internal error does not end a stream.
 */
async function stillAllowed(request: HttpRequest): Promise<boolean> {
  try {
    return (await authenticate(request)).permissions.has(PERMISSION);
  } catch (error) {
    return !(error instanceof DomainError);
  }
}

/** Returns the key by which streams are counted: a user, an API client or an embedded view, of one account. */
const callerOf = ({ linkedAccountId, actor, embed }: Principal): string =>
  `${linkedAccountId}:${actor.kind}:${embed?.sessionId ?? actor.id}`;

/**
 * GET /events/stream (decisions §8): the account's job states and webhook receipts as they come, with a limit of
 * streams per caller. An embedded view learns of other patients' events only that they happened. A stream ends with the
 * session or the credentials that opened it: at once if this process ended them, otherwise within 5 s.
 */
export const eventStream: Endpoint = {
  route: "GET /events/stream",
  permission: PERMISSION,
  embed: "bookable",
  audit: "after",
  async handle({ principal, request, url }) {
    const { unknown } = readQuery(url, noQuery);
    // A stream has no place for warnings.
    if (unknown.named.length > 0)
      await readTenantAtOnce(principal, (tx) => refuseUnknownFields(tx, principal, unknown));
    singleton("stream-ends", () => onGroundsOver(endStreams));
    const { grounds } = principal;
    const caller = callerOf(principal);
    const options = { caller, stillAllowed, grounds, onOpen: () => watchToday(principal) };
    return streamWithin(principal, await openEventStream(principal, request, options));
  },
};
