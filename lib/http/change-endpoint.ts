import type { z } from "zod";
import { writeAudit } from "#lib/audit/audit-log";
import type { ChangeDefinition } from "#lib/changes/definition";
import { badRequest } from "#lib/core/api-error";
import { problemsMessage } from "#lib/core/validation";
import { withTenant } from "#lib/db/tenant";
import { wakeStreams } from "#lib/stream/wake";
import { readJsonObject } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { idempotently } from "./idempotency.ts";

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
      const body = await readJsonObject(request);
      const parsed = definition.input.safeParse(body);
      if (!parsed.success) throw badRequest(problemsMessage(parsed.error, body));
      const { organizationId, linkedAccountId } = principal;
      const tenant = { organizationId, linkedAccountId };
      const answer = await withTenant(principal, (tx) =>
        idempotently(tx, { principal, request, route, params, body }, async () => {
          const changed = await definition.change({ tx, principal, tenant, params, input: parsed.data });
          await writeAudit(tx, { ...audit, status: definition.status });
          return { status: definition.status, body: { success: true, ...changed } };
        }),
      );
      wakeStreams(linkedAccountId);
      return answer;
    },
  };
}
