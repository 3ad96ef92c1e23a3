import type { z } from "zod";
import { readQuery } from "#lib/api/request/query";
import { readTenant, readTenantAtOnce } from "#lib/db/tenant";
import type { QueryDefinition } from "#lib/definitions/query";
import type { Endpoint } from "./endpoint.ts";

/** Returns the route of a query: it checks the parameters and answers 200 with `success` and the body. */
export function query<Query extends z.ZodObject, Body extends z.ZodObject>(
  definition: QueryDefinition<Query, Body>,
): Endpoint {
  const inTenant = definition.atOnce ? readTenantAtOnce : readTenant;
  return {
    route: `GET ${definition.path}`,
    permission: definition.permission,
    embed: definition.embed,
    audit: definition.patientData ? "after" : "none",
    async handle({ url, params, principal }) {
      const parameters = readQuery(url, definition.query);
      const { organizationId, actor, permissions, grounds, embed } = principal;
      const linkedAccountId = definition.accountOf?.({ ...principal, params }) ?? principal.linkedAccountId;
      const body = await inTenant({ organizationId, linkedAccountId }, (tx) =>
        definition.read({
          tx,
          organizationId,
          linkedAccountId,
          actor,
          permissions,
          grounds,
          embed,
          query: parameters,
          params,
        }),
      );
      return { status: 200, body: { success: true, ...body } };
    },
  };
}
