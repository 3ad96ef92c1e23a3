import type { z } from "zod";
import { JsonText } from "#lib/api/answer/json-text";
import { keptAnswers } from "#lib/api/answer/kept-answers";
import { identityOf, namesTag, notModified, type RecordState, validatorOf } from "#lib/api/answer/validator";
import { isLimited } from "#lib/api/identity/embed-limits";
import { readQuery } from "#lib/api/request/query";
import { readVersion } from "#lib/db/record-versions";
import { readTenant, readTenantAtOnce, type Transaction } from "#lib/db/tenant";
import { deprecationHeadersOf } from "#lib/definitions/deprecated";
import { firstSyncWarnings } from "#lib/definitions/first-sync";
import type { QueryDefinition } from "#lib/definitions/query";
import type { Principal } from "#lib/kernel/principal";
import type { Answer, Call, Endpoint } from "./endpoint.ts";

type Tables = NonNullable<QueryDefinition["reads"]>;
type Read = (tx: Transaction) => Promise<Record<string, unknown>>;

/**
 * Reads what an answer about synchronized records is validated by. Sends its statements at once: the state that is read
 * before the records is never newer than they are.
 */
async function readState(tx: Transaction, account: string, tables: Tables): Promise<RecordState> {
  const version = readVersion(tx, account, tables);
  // The caller may fail before it awaits this.
  version.catch(() => undefined);
  const warnings = await firstSyncWarnings(tx, account);
  return { version: await version, warnings };
}

/**
 * Answers about synchronized records with an ETag (decisions §5): 304 if the caller names the present one, and the kept
 * bytes if the last answer had it. No record is read then.
 */
async function answerIfChanged(
  { request, url, principal }: Call,
  { reads, inTenant, read }: { reads: Tables; inTenant: typeof readTenant; read: Read },
): Promise<Answer> {
  const account = principal.linkedAccountId;
  const identity = identityOf(principal, url);
  const named = request.headers.get("if-none-match");
  const kept = keptAnswers().get(identity);
  const answer = (etag: string, body: JsonText): Answer =>
    namesTag(named, etag) ? notModified(etag) : { status: 200, body, headers: { etag } };
  if (kept || named !== null) {
    const etag = validatorOf(identity, await readTenantAtOnce(principal, (tx) => readState(tx, account, reads)));
    if (kept?.etag === etag) return answer(etag, kept.body);
    // `*` names an answer only if there is one.
    if (named !== "*" && namesTag(named, etag)) return notModified(etag);
  }
  const [state, found] = await inTenant(principal, (tx) => Promise.all([readState(tx, account, reads), read(tx)]));
  const etag = validatorOf(identity, state);
  const body = new JsonText({ success: true, ...found });
  keptAnswers().set(identity, { etag, body });
  return answer(etag, body);
}

function withHeaders(answer: Answer, headers: Record<string, string> | undefined): Answer {
  if (!headers) return answer;
  if (!(answer instanceof Response)) return { ...answer, headers: { ...answer.headers, ...headers } };
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/** Whether a limited view's answer is judged by the record in it, which must be read for that. */
const isJudged = (principal: Principal, { embed }: Pick<QueryDefinition, "embed">): boolean =>
  isLimited(principal) && typeof embed === "object" && "answer" in embed;

/** Returns the route of a query: it checks the parameters and answers 200 with `success` and the body. */
export function query<Query extends z.ZodObject, Body extends z.ZodObject>(
  definition: QueryDefinition<Query, Body>,
): Endpoint {
  const inTenant = definition.atOnce ? readTenantAtOnce : readTenant;
  const deprecationHeaders = deprecationHeadersOf(definition.query);
  return {
    route: `GET ${definition.path}`,
    permission: definition.permission,
    embed: definition.embed,
    audit: definition.patientData ? "after" : "none",
    async handle(call) {
      const { url, params, principal } = call;
      const parameters = readQuery(url, definition.query);
      const { organizationId, actor, permissions, grounds, embed } = principal;
      const linkedAccountId = definition.accountOf?.({ ...principal, params }) ?? principal.linkedAccountId;
      const read: Read = (tx) =>
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
        });
      const { reads } = definition;
      const deprecation = deprecationHeaders(url.searchParams);
      if (reads && !isJudged(principal, definition)) {
        return withHeaders(await answerIfChanged(call, { reads, inTenant, read }), deprecation);
      }
      const body = await inTenant({ organizationId, linkedAccountId }, read);
      return withHeaders({ status: 200, body: { success: true, ...body } }, deprecation);
    },
  };
}
