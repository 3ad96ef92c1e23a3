import type { z } from "zod";
import { writeAudit } from "#lib/audit/audit-log";
import type { ChangeDefinition } from "#lib/changes/definition";
import { ApiError, badRequest } from "#lib/core/api-error";
import { problemsMessage } from "#lib/core/validation";
import { wakeStreams } from "#lib/stream/wake";
import { readJsonObject } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { idempotently } from "./idempotency.ts";

const PERSON_ALONE = "Not allowed: this needs the session of an admin; an API client cannot do it";

/** The route of a write that stands at once: checks its body and makes the change with its audit entry. */
export function change<Input extends z.ZodObject, Body extends z.ZodObject>(
  definition: ChangeDefinition<Input, Body>,
): Endpoint {
  const route = `${definition.method} ${definition.path}`;
  return {
    route,
    permission: definition.permission,
    audit: "handler",
    async handle({ request, params, principal, audit }) {
      if (definition.by === "person" && principal.actor.kind !== "user") throw new ApiError(403, PERSON_ALONE);
      const body = await readJsonObject(request);
      const parsed = definition.input.safeParse(body);
      if (!parsed.success) throw badRequest(problemsMessage(parsed.error, body));
      const { organizationId, linkedAccountId } = principal;
      const tenant = { organizationId, linkedAccountId };
      const claim = { principal, request, route, params, body, secret: definition.secret ?? false };
      const answer = await idempotently(claim, async (tx) => {
        const changed = await definition.change({ tx, principal, tenant, params, input: parsed.data });
        const resource = definition.made?.(changed) ?? audit.resource;
        // It only counts: whoever looks for what was done must not find it.
        const isDryRun = (parsed.data as { dry_run?: unknown }).dry_run === true;
        if (!isDryRun) await writeAudit(tx, { ...audit, status: definition.status, resource });
        return {
          status: definition.status,
          body: { success: true, ...(definition.done && { message: definition.done }), ...changed },
        };
      });
      wakeStreams(linkedAccountId);
      return answer;
    },
  };
}
