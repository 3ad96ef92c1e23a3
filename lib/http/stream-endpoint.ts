import { authenticate } from "#lib/auth/authenticate";
import { ApiError } from "#lib/core/api-error";
import { openEventStream } from "#lib/stream/event-stream";
import type { Endpoint } from "./endpoint.ts";

/** The route of the account's event stream (decisions §8): who listens is checked again for as long as it is open. */
export function eventStream(): Endpoint {
  const permission = "events:read";
  return {
    route: "GET /events/stream",
    permission,
    audit: "after",
    async handle({ request, principal }) {
      const asked = new Request(request.url, { headers: request.headers });
      const stillAllowed = async () => {
        try {
          const { linkedAccountId, permissions } = await authenticate(asked);
          return linkedAccountId === principal.linkedAccountId && permissions.has(permission);
        } catch (error) {
          // Only an answer counts: a database that is away for a moment says nothing about who may listen.
          return !(error instanceof ApiError);
        }
      };
      return openEventStream(principal, request, { stillAllowed });
    },
  };
}
