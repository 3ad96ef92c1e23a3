import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount, organization, webhookEndpoint } from "#lib/db/schema";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { webhookTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { conflict, invalid } from "#lib/kernel/domain-error";
import { endPrevious } from "#lib/kernel/end-previous";
import { endpointOwner } from "#lib/kernel/endpoint-owner";
import { problem } from "#lib/kernel/field-error";
import { atLeastOneOf } from "#lib/kernel/fields";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import type { Principal } from "#lib/kernel/principal";
import { unexpectedFields } from "#lib/kernel/validation";
import { changedFields } from "#lib/security/audit/changed-fields";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { giveUp, holdPending, readdress, releaseHeld } from "#lib/webhooks/deliveries/held";
import { publishTest } from "#lib/webhooks/events/publish-test";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { DISABLED_REASONS } from "./disabled.ts";
import { MAX_SECRETS, withNewSecret } from "./endpoint-secrets.ts";
import { endpointFields, testEventData } from "./fields.ts";
import { inEachAccount } from "./in-each-account.ts";
import { newWebhookEndpointModel, webhookEndpointModel } from "./model.ts";
import { isOwn } from "./owned.ts";
import { toWebhookEndpoint } from "./queries.ts";
import { assertScope, hasScope, isVisible, SCOPES, type Scope } from "./scope.ts";
import { headerProblem, type Signature, signatureOf } from "./signature.ts";

/** Maximum of endpoints per account: each event costs one delivery per endpoint. */
const MAX_ENDPOINTS = 50;

/** Maximum of endpoints per owner, so that no owner takes the room of the others. */
const MAX_OF_OWNER = 10;

/** Returns the fields of an endpoint that the audit log shows before and after a change; of its URL only the origin. */
const auditedOf = ({ url, description, eventTypes, signatureHeader, status }: typeof webhookEndpoint.$inferSelect) => ({
  address: originOf(url),
  description,
  event_types: eventTypes,
  signature_header: signatureHeader,
  status,
});

const originOf = (url: string): string => new URL(url).origin;

const ENABLED = { disabledReason: null, failingSince: null };

/** If the endpoint's own responses have disabled it before, that reason stays. */
const disabling = ({ disabledReason }: { disabledReason: string | null }) => ({
  disabledReason: disabledReason ?? DISABLED_REASONS.hand,
});

const fields = {
  ...endpointFields(EVENT_TYPES).shape,
  status: z.enum(["enabled", "disabled"], { error: "must be one of enabled, disabled" }),
};

const noBody = z.object({});

/** Throws `invalid` for a target that deliveries may not reach (decisions §7). */
function assertTarget(url: string | undefined): void {
  const refusal = url === undefined ? null : checkTarget(url, webhookTargets());
  if (refusal) throw invalid(problem("url", refusal));
}

/** Throws `invalid` for a signature and a header that do not belong together. */
function assertSigned(signature: readonly Signature[], header: string | null | undefined): void {
  const wrong = headerProblem(signature, header);
  if (wrong !== null) throw invalid(problem("signature_header", wrong));
}

/** Throws `conflict` if the organization has the maximum of endpoints for all accounts. Concurrent requests wait for each other. */
async function assertOrganizationRoom({ tx, tenant }: Pick<CommandContext<unknown>, "tx" | "tenant">): Promise<void> {
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, tenant.organizationId))
    .for("no key update");
  const [stored] = await tx.select({ endpoints: count() }).from(webhookEndpoint).where(hasScope("organization"));
  if ((stored?.endpoints ?? 0) >= MAX_ENDPOINTS) {
    throw conflict(`An organization has at most ${MAX_ENDPOINTS} webhook endpoints for all accounts`);
  }
}

/** Throws `conflict` if the account or the owner has the maximum of endpoints. Concurrent requests wait for each other. */
async function assertRoom(
  { tx, tenant }: Pick<CommandContext<unknown>, "tx" | "tenant">,
  owner: string | null,
): Promise<void> {
  await tx
    .select({ id: linkedAccount.id })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, tenant.linkedAccountId))
    .for("no key update");
  const [stored] = await tx
    .select({
      endpoints: count(),
      ofOwner: sql<number>`(count(*) FILTER (WHERE ${webhookEndpoint.owner} = ${owner}))::integer`,
    })
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.linkedAccountId, tenant.linkedAccountId));
  if ((stored?.endpoints ?? 0) >= MAX_ENDPOINTS) {
    throw conflict(`An account has at most ${MAX_ENDPOINTS} webhook endpoints`);
  }
  if ((stored?.ofOwner ?? 0) >= MAX_OF_OWNER) {
    throw conflict(`An owner has at most ${MAX_OF_OWNER} webhook endpoints`);
  }
}

/** Returns the owner of a new endpoint: in a view of an owner its own. Throws `invalid` if such a view names one. */
function ownerOfNew({ embed }: Principal, given: string | undefined): string | null {
  if (!embed) return given ?? null;
  if (given !== undefined) throw invalid(problem("owner", "must not be sent by an embedded view, which has one"));
  return embed.owner;
}

/** Returns whose events a new endpoint gets. Throws `invalid` without an account or with an owner, and `forbidden` for a caller of one account. */
function scopeOfNew(
  principal: Principal,
  { scope = "account", owner }: { scope?: Scope | undefined; owner?: string | undefined },
): Scope {
  if (principal.isWithoutAccount && scope === "account") {
    throw invalid(problem("scope", "must be organization, as there is no access token of an account"));
  }
  assertScope(principal, scope);
  if (scope === "organization" && owner !== undefined) {
    throw invalid(problem("owner", "must not be sent with the scope organization"));
  }
  return scope;
}

/** Returns the endpoint in the address, locked. Throws `not_found`, also for another owner's than the view's. */
const named = ({ tx, principal, params }: Pick<CommandContext<unknown>, "tx" | "principal" | "params">) =>
  namedRecord(params, "Webhook endpoint", (id) =>
    tx
      .select()
      .from(webhookEndpoint)
      .where(and(isVisible(principal), eq(webhookEndpoint.id, id), isOwn(principal.embed)))
      .for("update"),
  );

/** POST /webhook-endpoints: registers a URL for the account's events. Only this answer contains the secret. */
export const createWebhookEndpoint = defineCommand({
  method: "POST",
  path: "/webhook-endpoints",
  alone: true,
  embed: "owner",
  summary: "Register a webhook URL",
  description: `An account has at most ${MAX_ENDPOINTS} endpoints, including disabled ones, and an owner at most ${MAX_OF_OWNER}; otherwise 409. The owner and the scope stay. With the scope \`organization\`, which \`client_id\` and \`client_secret\` alone or an admin's session may name, it gets the events of all accounts: at most ${MAX_ENDPOINTS} per organization.`,
  permission: "webhook-endpoints:create",
  status: 201,
  secret: true,
  input: z.strictObject(
    {
      url: fields.url,
      description: fields.description.optional(),
      event_types: fields.event_types.optional(),
      signature: fields.signature.optional(),
      signature_header: fields.signature_header.optional(),
      status: fields.status.optional().describe("Default: enabled"),
      scope: z
        .enum(SCOPES, { error: `must be one of ${SCOPES.join(", ")}` })
        .optional()
        .describe("Default: account. `organization`: the events of all accounts of the organization"),
      owner: endpointOwner
        .optional()
        .describe(
          "Your own id of whom it belongs to, by which a view `webhooks` finds it. An embedded view must not send it",
        ),
    },
    { error: unexpectedFields },
  ),
  done: "Webhook endpoint registered",
  body: z.object({ webhook_endpoint: newWebhookEndpointModel }),
  made: ({ webhook_endpoint }) => webhook_endpoint.id,
  async execute({ tx, tenant, principal, input }) {
    assertTarget(input.url);
    assertSigned(input.signature ?? [], input.signature_header);
    const isOfAll = scopeOfNew(principal, input) === "organization";
    const owner = isOfAll ? null : ownerOfNew(principal, input.owner);
    await (isOfAll ? assertOrganizationRoom({ tx, tenant }) : assertRoom({ tx, tenant }, owner));
    const secret = newWebhookSecret();
    const [made] = await tx
      .insert(webhookEndpoint)
      .values({
        id: newId(),
        organizationId: tenant.organizationId,
        linkedAccountId: isOfAll ? null : tenant.linkedAccountId,
        apiClientId: principal.isWithoutAccount ? principal.actor.id : null,
        url: input.url,
        description: input.description ?? "",
        owner,
        eventTypes: input.event_types ?? [],
        secret: await seal(secret),
        signatureHeader: input.signature_header ?? null,
        status: input.status ?? "enabled",
        disabledReason: input.status === "disabled" ? DISABLED_REASONS.hand : null,
      })
      .returning();
    if (!made) throw new Error("The endpoint was not written");
    return { webhook_endpoint: { ...toWebhookEndpoint(made), secret } };
  },
});

/**
 * PATCH /webhook-endpoints/{id}: changes the given fields. Deliveries to a disabled endpoint are held; enabling it
 * sends them and clears the reason.
 */
export const updateWebhookEndpoint = defineCommand({
  method: "PATCH",
  path: "/webhook-endpoints/{id}",
  alone: true,
  embed: "owner",
  summary: "Change a webhook endpoint",
  description:
    "While an endpoint is disabled, up to 5,000 of its deliveries are held; they are sent once it is enabled. A changed `url` also applies to pending deliveries.",
  permission: "webhook-endpoints:update",
  conditional: { shows: "webhook-endpoints:read" },
  status: 200,
  input: z.strictObject(fields, { error: unexpectedFields }).partial().check(atLeastOneOf(fields)),
  done: "Webhook endpoint changed",
  body: z.object({ webhook_endpoint: webhookEndpointModel }),
  async execute(context) {
    const { tx, tenant, input } = context;
    assertTarget(input.url);
    const before = await named(context);
    context.assertMatch(toWebhookEndpoint(before));
    const { event_types: eventTypes, signature, signature_header: header, status, ...rest } = input;
    const signed = signature ?? signatureOf(before.signatureHeader);
    // Without body_hmac, the header of before is none.
    const kept = signed.includes("body_hmac") ? before.signatureHeader : null;
    const signatureHeader = header === undefined ? kept : header;
    assertSigned(signed, signatureHeader);
    const [changed] = await tx
      .update(webhookEndpoint)
      .set({
        ...rest,
        ...(eventTypes ? { eventTypes } : {}),
        signatureHeader,
        ...(status ? { status, ...(status === "disabled" ? disabling(before) : ENABLED) } : {}),
        id: before.id,
      })
      .where(eq(webhookEndpoint.id, before.id))
      .returning();
    const after = changed ?? before;
    context.note(changedFields(before.description || originOf(before.url), auditedOf(before), auditedOf(after)));
    await inEachAccount(tx, tenant, after, async (of) => {
      if (after.url !== before.url) await readdress(tx, of, after);
      if (after.status === before.status) return;
      await (after.status === "disabled" ? holdPending(tx, of, after.id) : releaseHeld(tx, of, after));
    });
    return { webhook_endpoint: toWebhookEndpoint(after) };
  },
});

/** DELETE /webhook-endpoints/{id}: removes an endpoint and cancels its pending deliveries. */
export const deleteWebhookEndpoint = defineCommand({
  method: "DELETE",
  path: "/webhook-endpoints/{id}",
  alone: true,
  embed: "owner",
  summary: "Remove a webhook endpoint",
  permission: "webhook-endpoints:delete",
  conditional: { shows: "webhook-endpoints:read" },
  status: 200,
  input: noBody,
  body: z.object({ message: z.string() }),
  async execute(context) {
    const endpoint = await named(context);
    context.assertMatch(toWebhookEndpoint(endpoint));
    await context.tx.delete(webhookEndpoint).where(eq(webhookEndpoint.id, endpoint.id));
    await inEachAccount(context.tx, context.tenant, endpoint, (of) => giveUp(context.tx, of, endpoint.id));
    return { message: "Webhook endpoint removed" };
  },
});

/**
 * POST /webhook-endpoints/{id}/rotate-secret: creates a new secret; each one before also signs for 24 hours after it was
 * replaced (decisions §7).
 */
export const rotateWebhookSecret = defineCommand({
  method: "POST",
  path: "/webhook-endpoints/{id}/rotate-secret",
  alone: true,
  embed: "owner",
  summary: "Give a webhook endpoint a new secret",
  description: `A secret goes on signing for 24 hours after it was replaced, whatever rotations follow: deliveries then have a signature by each. At most ${MAX_SECRETS} secrets sign at once; another rotation is 409 until the oldest has ended. Repeat a request whose answer was lost with its Idempotency-Key. \`end_previous\` ends a secret that somebody else may know: from then on the new one alone signs, in retries of earlier events too.`,
  permission: "webhook-endpoints:update",
  status: 200,
  secret: true,
  input: z.object({ end_previous: endPrevious("secrets") }),
  done: "Secret rotated",
  body: z.object({ webhook_endpoint: newWebhookEndpointModel }),
  async execute(context) {
    const before = await named(context);
    const secret = newWebhookSecret();
    const columns = await withNewSecret(before, secret, { endPrevious: context.input.end_previous ?? false });
    if (!columns)
      throw conflict(`${MAX_SECRETS} secrets of this endpoint sign already: the oldest ends within 24 hours`);
    await context.tx.update(webhookEndpoint).set(columns).where(eq(webhookEndpoint.id, before.id));
    return { webhook_endpoint: { ...toWebhookEndpoint(before), secret } };
  },
});

/** POST /webhook-endpoints/{id}/test: sends an event of its own type to that endpoint alone (decisions §5). */
export const testWebhookEndpoint = defineCommand({
  method: "POST",
  path: "/webhook-endpoints/{id}/test",
  embed: "owner",
  summary: "Send a test event to a webhook endpoint",
  description:
    "The event's type is always `webhook_endpoint.test`, whatever its `data`, so that no receiver takes it for an event of the EMR.",
  permission: "webhook-endpoints:update",
  status: 202,
  input: z.strictObject({ data: testEventData.optional() }, { error: unexpectedFields }),
  body: z.object({ message: z.string(), event_id: z.string() }),
  async execute(context) {
    const endpoint = await named(context);
    const eventId = await publishTest(context.tx, context.tenant, endpoint, context.input.data);
    return { message: "Test event queued", event_id: eventId };
  },
});
