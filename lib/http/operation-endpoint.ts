import { eq, isNull, sql } from "drizzle-orm";
import { writeAudit } from "#lib/audit/audit-log";
import type { Permission } from "#lib/auth/permissions";
import { badRequest, notFound } from "#lib/core/api-error";
import { newId } from "#lib/core/id";
import { problemsByField } from "#lib/core/validation";
import { apiClient, job, linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { checkTarget } from "#lib/deliveries/target";
import { capabilitiesOf } from "#lib/emr/connect";
import { callbackUrls as callbackUrlsSchema } from "#lib/models/fields";
import type { Accept } from "#lib/operations/acceptance";
import type { InputOf, OperationDefinition } from "#lib/operations/definition";
import { enqueue } from "#lib/queue/queue";
import { appendStreamMessage } from "#lib/stream/message";
import { wakeStreams } from "#lib/stream/wake";
import { readJsonObject } from "./body.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { claimIdempotencyKey, readIdempotencyKey, storeAnswer } from "./idempotency.ts";

const ACCEPTED = 202;

/** The body's fields and its `callback_urls`, checked together so that one message names every problem. */
function parseBody<Definition extends OperationDefinition>(definition: Definition, body: Record<string, unknown>) {
  const input = definition.input.safeParse(body);
  const urls = callbackUrlsSchema.optional().safeParse(body.callback_urls);
  const problems = input.success ? new Map<string, string>() : problemsByField(input.error, body);
  if (!urls.success) problems.set("callback_urls", `callback_urls ${urls.error.issues[0]?.message}`);
  for (const url of urls.data ?? []) {
    const refusal = checkTarget(url);
    if (refusal) problems.set("callback_urls", `callback_urls ${refusal}`);
  }
  if (problems.size > 0) throw badRequest([...problems.values()].join("; "));
  return { input: input.data as InputOf<Definition>, callbackUrls: urls.data ?? [] };
}

/** The account as an acceptance needs it, with the new job's id, in one round trip. */
async function loadAccount(tx: Transaction, accountId: string) {
  const [account] = await tx
    .select({
      emrType: linkedAccount.emrType,
      timezone: linkedAccount.timezone,
      userActive: linkedAccount.userActive,
      accessTokenReferenceId: linkedAccount.accessTokenReferenceId,
      jobId: sql<string>`nextval('job_id_seq')`,
    })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, accountId));
  if (!account) throw notFound("Linked account");
  return { ...account, jobId: Number(account.jobId) };
}

/** Whose webhook secret signs the callbacks: the calling client's, or for the console the organization's first. */
async function signingClient(tx: Transaction, call: Call): Promise<string | null> {
  if (call.principal.actor.kind === "api_client") return call.principal.actor.id;
  const [client] = await tx
    .select({ id: apiClient.id })
    .from(apiClient)
    .where(isNull(apiClient.revokedAt))
    .orderBy(apiClient.createdAt)
    .limit(1);
  return client?.id ?? null;
}

/**
 * Accepts one operation (decisions §6): the checks, the domain record, the job, its queue entry, its audit entry
 * and the idempotency key's answer stand or fall together.
 */
async function acceptIn<Definition extends OperationDefinition>(
  tx: Transaction,
  call: Call,
  definition: Definition,
  accept: Accept<Definition>,
  parsed: { input: InputOf<Definition>; callbackUrls: string[] },
) {
  const { principal } = call;
  const tenant = { organizationId: principal.organizationId, linkedAccountId: principal.linkedAccountId };
  const account = await loadAccount(tx, tenant.linkedAccountId);
  if (!account.userActive) throw notFound("User");
  if (!capabilitiesOf(account.emrType).has(definition.capability)) {
    throw badRequest(`${definition.name} is not supported for the connected EMR`);
  }
  const { jobId } = account;
  const accepted = await accept({ tx, tenant, jobId, input: parsed.input, timezone: account.timezone });
  const createdAt = new Date();
  await Promise.all([
    tx.insert(job).values({
      id: jobId,
      ...tenant,
      type: definition.id,
      status: "queued",
      patientMrn: accepted.patientMrn,
      actor: principal.actor,
      request: parsed.input,
      callbackUrls: parsed.callbackUrls,
      apiClientId: parsed.callbackUrls.length > 0 ? await signingClient(tx, call) : null,
      accessTokenReferenceId: account.accessTokenReferenceId,
      identifiers: accepted.identifiers as Record<string, string>,
      emrIdempotencyKey: newId(),
      createdAt,
    }),
    appendStreamMessage(tx, tenant, "job", {
      job_id: jobId,
      type: definition.id,
      status: "queued",
      attempt: 0,
      at: createdAt.toISOString(),
    }),
    enqueue(tx, "operations", { jobId, ...tenant }, { group: tenant.linkedAccountId }),
    writeAudit(tx, { ...call.audit, status: ACCEPTED, jobId }),
  ]);
  return {
    success: true,
    message: definition.acceptedMessage,
    ...(accepted.identifiers as Record<string, string>),
    job_id: definition.jobIdType === "integer" ? jobId : String(jobId),
  };
}

/** The route of a write operation: validates, accepts and answers 202 with the identifiers. */
export function operation<Definition extends OperationDefinition>(
  definition: Definition,
  accept: Accept<Definition>,
): Endpoint {
  const route = `${definition.method} ${definition.path}`;
  return {
    route,
    permission: definition.id as Permission,
    audit: "handler",
    async handle(call) {
      const key = readIdempotencyKey(call.request.headers);
      const body = await readJsonObject(call.request);
      const parsed = parseBody(definition, body);
      const { principal } = call;
      const answer = await withTenant(principal, async (tx) => {
        const before = key && (await claimIdempotencyKey(tx, principal, key, { route, body }));
        if (before) return before;
        const accepted = { status: ACCEPTED, body: await acceptIn(tx, call, definition, accept, parsed) };
        if (key) await storeAnswer(tx, principal, key, accepted);
        return accepted;
      });
      wakeStreams(principal.linkedAccountId);
      return answer;
    },
  };
}
