import type { z } from "zod";
import { namesTag, notModified, validatorOf } from "#lib/api/answer/validator";
import { isLimited } from "#lib/api/identity/embed-limits";
import { readQuery } from "#lib/api/request/query";
import { readVersion } from "#lib/db/record-versions";
import { readTenant, readTenantAtOnce, type Transaction } from "#lib/db/tenant";
import { firstSyncWarnings } from "#lib/definitions/first-sync";
import type { QueryDefinition } from "#lib/definitions/query";
import type { Principal } from "#lib/kernel/principal";
import type { Answer, Call, Endpoint } from "./endpoint.ts";

type Read = (tx: Transaction) => Promise<Record<string, unknown>>;

/**
 * Reads what an answer about synchronized records is validated by: their version, and what is not whole yet. Sends its
 * statements at once.
 */
async function readState(tx: Transaction, account: string, tables: NonNullable<QueryDefinition["reads"]>) {
  const version = readVersion(tx, account, tables);
  // The caller may fail before it awaits this.
  version.catch(() => undefined);
  const warnings = await firstSyncWarnings(tx, account);
  return { version: await version, warnings };
}

/**
 * Answers with the body and its ETag, or 304 if the caller names the present one (decisions §5): then no record is
 * read. The state is read before the records, so that no tag is newer than its body.
 */
async function answerIfChanged(
  { request, url, principal }: Call,
  { reads, inTenant, read }: { reads: NonNullable<QueryDefinition["reads"]>; inTenant: typeof readTenant; read: Read },
): Promise<Answer> {
  const account = principal.linkedAccountId;
  const known = request.headers.get("if-none-match");
  if (known !== null && known.trim() !== "*") {
    const state = await readTenantAtOnce(principal, (tx) => readState(tx, account, reads));
    const etag = validatorOf(principal, url, state);
    if (namesTag(known, etag)) return notModified(etag);
  }
  const [state, body] = await inTenant(principal, (tx) => Promise.all([readState(tx, account, reads), read(tx)]));
  const etag = validatorOf(principal, url, state);
  // `*` names whatever there is.
  if (known?.trim() === "*") return notModified(etag);
  return { status: 200, body: { success: true, ...body }, headers: { etag } };
}

/** Whether a limited view's answer is judged by the record in it, which must be read for that. */
const isJudged = (principal: Principal, { embed }: Pick<QueryDefinition, "embed">): boolean =>
  isLimited(principal) && typeof embed === "object" && "answer" in embed;

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
      if (reads && !isJudged(principal, definition)) return answerIfChanged(call, { reads, inTenant, read });
      const body = await inTenant({ organizationId, linkedAccountId }, read);
      return { status: 200, body: { success: true, ...body } };
    },
  };
}
