import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { conflict, DomainError } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { changedFields } from "#lib/security/audit/changed-fields";
import { clientEntries, enter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newClientId, newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import {
  apiClientChange,
  apiClientModel,
  newApiClientInput,
  newApiClientModel,
  rotatedApiClientModel,
} from "./model.ts";
import { toApiClient } from "./queries.ts";
import { stopEndpointsOf } from "./stop-endpoints.ts";

const ADMIN_LINKS = "Not allowed: only the session of an admin may change may_link; nothing was saved";
const OWN_ALONE = "An API client may change only itself.";

/**
 * Returns the organization's client of the request's path, locked. A malformed id counts as unknown. Throws `not_found`, `forbidden` if
 * an API client names another client, and `conflict` for a revoked one.
 */
async function named({ tx, principal, params }: Pick<CommandContext<unknown>, "tx" | "principal" | "params">) {
  const found = await namedRecord(params, "API client", (id) =>
    tx.select().from(apiClient).where(eq(apiClient.id, id)).for("update"),
  );
  if (principal.actor.kind !== "user" && principal.actor.id !== found.id) {
    throw new DomainError("forbidden", "Not allowed: an API client may only change itself; nothing was saved");
  }
  if (found.revokedAt) throw conflict("This API client was revoked");
  return found;
}

/** POST /api-clients: creates a client, with which another integrator has access to the organization. Only this response shows its secrets. */
export const createApiClient = defineCommand({
  method: "POST",
  path: "/api-clients",
  embed: "account",
  summary: "Create an API client",
  permission: "api-clients:create",
  by: "person",
  status: 201,
  secret: true,
  input: newApiClientInput,
  done: "API client created",
  body: z.object({ api_client: newApiClientModel }),
  made: ({ api_client }) => api_client.id,
  async execute({ tx, principal: { organizationId }, input }) {
    const clientSecret = newToken("secret");
    const webhookSecret = newWebhookSecret();
    const [made] = await tx
      .insert(apiClient)
      .values({
        id: newId(),
        organizationId,
        name: input.name,
        ...(input.unknown_fields && { unknownFields: input.unknown_fields }),
        clientId: newClientId(),
        secretHash: hashToken(clientSecret),
        webhookSecret: await seal(webhookSecret),
      })
      .returning();
    if (!made) throw new Error("The API client was not written");
    await enter(tx, clientEntries(made));
    return { api_client: { ...toApiClient(made), client_secret: clientSecret, webhook_secret: webhookSecret } };
  },
});

/** PATCH /api-clients/{id}: changes its name, how its requests with unknown fields are handled and whether it may link EMRs. */
export const updateApiClient = defineCommand({
  method: "PATCH",
  path: "/api-clients/{id}",
  embed: "account",
  summary: "Change an API client's name, its handling of unknown fields or whether it may link EMRs",
  description: OWN_ALONE,
  permission: "api-clients:update",
  status: 200,
  input: apiClientChange,
  done: "API client changed",
  body: z.object({ api_client: apiClientModel }),
  async execute(context) {
    const before = await named(context);
    const { input, principal } = context;
    if (input.may_link !== undefined && principal.actor.kind !== "user")
      throw new DomainError("forbidden", ADMIN_LINKS);
    const { name = before.name, unknown_fields: unknownFields = before.unknownFields } = input;
    const { may_link: mayLink = before.mayLink } = input;
    const changed = { ...before, name, unknownFields, mayLink };
    const auditedOf = (client: Pick<typeof before, "name" | "unknownFields" | "mayLink">) => ({
      name: client.name,
      unknown_fields: client.unknownFields,
      may_link: client.mayLink,
    });
    context.note(changedFields(before.name, auditedOf(before), auditedOf(changed)));
    await context.tx.update(apiClient).set({ name, unknownFields, mayLink }).where(eq(apiClient.id, before.id));
    if (mayLink !== before.mayLink) endGrounds(context.tx, `api-client:${before.id}`);
    if (before.mayLink && !mayLink) await stopEndpointsOf(context.tx, before.id);
    return { api_client: toApiClient(changed) };
  },
});

/** POST /api-clients/{id}/rotate-secret: issues a new secret; the old one is rejected within seconds. */
export const rotateApiClientSecret = defineCommand({
  method: "POST",
  path: "/api-clients/{id}/rotate-secret",
  embed: "account",
  summary: "Give an API client a new secret",
  description: `The old secret is rejected within 5 seconds; the webhook secret stays the same. ${OWN_ALONE}`,
  permission: "api-clients:update",
  status: 200,
  secret: true,
  input: z.object({}),
  done: "Secret rotated",
  body: z.object({ api_client: rotatedApiClientModel }),
  async execute(context) {
    const before = await named(context);
    const secret = newToken("secret");
    await context.tx
      .update(apiClient)
      .set({ secretHash: hashToken(secret) })
      .where(eq(apiClient.id, before.id));
    endGrounds(context.tx, `client-secret:${before.id}`);
    return { api_client: { ...toApiClient(before), client_secret: secret } };
  },
});

/** DELETE /api-clients/{id}: revokes the client permanently; its audit entries remain. */
export const revokeApiClient = defineCommand({
  method: "DELETE",
  path: "/api-clients/{id}",
  embed: "account",
  summary: "Revoke an API client",
  description:
    "Permanent. Its credentials are rejected within 5 seconds, and pending webhooks to its `callback_urls` are discarded.",
  permission: "api-clients:revoke",
  by: "person",
  status: 200,
  input: z.object({}),
  body: z.object({ message: z.string() }),
  async execute(context) {
    const { id } = await named(context);
    await context.tx.update(apiClient).set({ revokedAt: present() }).where(eq(apiClient.id, id));
    await stopEndpointsOf(context.tx, id);
    endGrounds(context.tx, `api-client:${id}`);
    return { message: "API client revoked" };
  },
});
