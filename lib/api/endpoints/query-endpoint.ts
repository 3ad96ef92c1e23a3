import type { z } from "zod";
import { namesTag, notModified } from "#lib/api/answer/validator";
import { isLimited } from "#lib/api/identity/embed-limits";
import { cursorsOf } from "#lib/api/request/bound-cursor";
import { assertRead } from "#lib/api/request/preconditions";
import { readQuery, warningsOfEmpty } from "#lib/api/request/query";
import { refuseUnknownFields } from "#lib/api/request/unknown-fields";
import { readTenant, readTenantAtOnce } from "#lib/db/tenant";
import { deprecationHeadersOf } from "#lib/definitions/deprecated";
import type { QueryDefinition } from "#lib/definitions/query";
import type { Principal } from "#lib/kernel/principal";
import { warningsOf } from "#lib/kernel/unknown-fields";
import type { Answer, Call, Endpoint } from "./endpoint.ts";
import { type Read, validatedAnswer } from "./validated-answer.ts";

function withHeaders(answer: Answer, headers: Record<string, string> | undefined): Answer {
  if (!headers) return answer;
  if (!(answer instanceof Response)) return { ...answer, headers: { ...answer.headers, ...headers } };
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/**
 * Returns the answer with one record's strong ETag; 304 if the caller has it. Throws 412 if `If-Match` names another. `no-transform`: another coding of the body
 * would need another tag (RFC 9110, section 8.8.3.3).
 */
function taggedAnswer({ request }: Call, body: Record<string, unknown>, etag: string): Answer {
  assertRead(request.headers, etag);
  if (namesTag(request.headers.get("if-none-match"), etag)) return notModified(etag);
  return {
    status: 200,
    body: { success: true, ...body },
    headers: { etag, "cache-control": "no-store, no-transform" },
  };
}

/** Whether a limited view's answer is judged by the record in it, which must be read for that. */
const isJudged = (principal: Principal, { embed }: Pick<QueryDefinition, "embed">): boolean =>
  isLimited(principal) && typeof embed === "object" && "answer" in embed;

/** Returns an answer's content with further `warnings`. */
function withWarnings(content: Record<string, unknown>, warnings: readonly string[]): Record<string, unknown> {
  if (warnings.length === 0) return content;
  const own = Array.isArray(content.warnings) ? content.warnings : [];
  return { ...content, warnings: [...own, ...warnings] };
}

/** Returns the route of a query: it checks the parameters and answers 200 with `success` and the body. */
export function query<Query extends z.ZodObject, Body extends z.ZodObject>(
  definition: QueryDefinition<Query, Body>,
): Endpoint {
  const deprecationHeaders = deprecationHeadersOf(definition.query);
  return {
    route: `GET ${definition.path}`,
    permission: definition.permission,
    alone: definition.alone,
    embed: definition.embed,
    audit: definition.patientData ? "after" : "none",
    ...(definition.etagOf ? { conditional: true } : {}),
    async handle(call) {
      const { url, params, principal } = call;
      const { parameters: given, unknown, empty } = readQuery(url, definition.query);
      const { organizationId, actor, permissions, grounds, embed, isWithoutAccount } = principal;
      const linkedAccountId = definition.accountOf?.({ ...principal, params }) ?? principal.linkedAccountId;
      if (unknown.named.length > 0)
        await readTenantAtOnce({ organizationId, linkedAccountId }, (tx) =>
          refuseUnknownFields(tx, principal, unknown),
        );
      const cursors = cursorsOf(definition, { params, parameters: given, linkedAccountId });
      const parameters = cursors.parameters as z.infer<Query>;
      const read: Read = async (tx) => {
        const body = await definition.read({
          tx,
          organizationId,
          linkedAccountId,
          actor,
          permissions,
          grounds,
          isWithoutAccount,
          embed,
          query: parameters,
          params,
        });
        return withWarnings(cursors.bind(body), [...warningsOf(unknown), ...warningsOfEmpty(empty)]);
      };
      const { reads } = definition;
      const atOnce = definition.atOnce === true && definition.looksUp?.(parameters) !== true;
      const deprecation = deprecationHeaders(url.searchParams);
      const hasMore = definition.readsMore?.(parameters) === true;
      if (reads && !hasMore && !isJudged(principal, definition)) {
        return withHeaders(await validatedAnswer(call, { reads, atOnce, read }), deprecation);
      }
      const inTenant = atOnce ? readTenantAtOnce : readTenant;
      const body = await inTenant({ organizationId, linkedAccountId }, read);
      const etag = definition.etagOf?.(body as z.infer<Body>);
      if (etag !== undefined) return taggedAnswer(call, body, etag);
      return withHeaders({ status: 200, body: { success: true, ...body } }, deprecation);
    },
  };
}
