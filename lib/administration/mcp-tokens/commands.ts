import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { appUser, mcpToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { present, presentMs } from "#lib/kernel/clock";
import { conflict, notFoundBy } from "#lib/kernel/domain-error";
import { newId, parseId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { enter, mcpTokenEntries } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { mcpTokenModel, newMcpTokenInput, newMcpTokenModel } from "./model.ts";
import { toMcpToken } from "./queries.ts";

const DAY_MS = 86_400_000;

/** Returns the active person whom a new token names. Throws `not_found`. */
async function activePerson(tx: Transaction, userId: string) {
  const id = parseId(userId);
  const [person] = id
    ? await tx
        .select({ id: appUser.id, name: appUser.name, deactivatedAt: appUser.deactivatedAt })
        .from(appUser)
        .where(and(eq(appUser.id, id), isNull(appUser.deactivatedAt)))
    : [];
  if (!person) throw notFoundBy("user_id", "Active person with this user_id");
  return person;
}

/** POST /mcp-tokens: creates a token, with which an assistant reads and drafts for a person. Only this response shows it. */
export const createMcpToken = defineCommand({
  method: "POST",
  path: "/mcp-tokens",
  embed: "account",
  summary: "Create an MCP token",
  description:
    "An assistant sends it to `/mcp` as `Authorization: Bearer`; everywhere else it is refused. It reads this linked account for one person, within what both its scopes and the person's role allow, and drafts operations, which a person sends or discards in the console. It can neither write nor send.",
  permission: "mcp-tokens:create",
  by: "person",
  status: 201,
  secret: true,
  input: newMcpTokenInput,
  done: "MCP token created",
  body: z.object({ mcp_token: newMcpTokenModel }),
  made: ({ mcp_token }) => mcp_token.id,
  async execute({ tx, tenant, input, note }) {
    const person = await activePerson(tx, input.user_id);
    const token = newToken("mcp");
    const [made] = await tx
      .insert(mcpToken)
      .values({
        id: newId(),
        ...tenant,
        userId: person.id,
        name: input.name,
        tokenHash: hashToken(token),
        reads: [...new Set(input.reads)],
        drafts: [...new Set(input.drafts)],
        expiresAt: new Date(presentMs() + input.valid_days * DAY_MS),
      })
      .returning();
    if (!made) throw new Error("The MCP token was not written");
    await enter(tx, mcpTokenEntries(made));
    note({ record: `${made.name}, for ${person.name}` });
    return { mcp_token: { ...toMcpToken(made, person), token } };
  },
});

/** DELETE /mcp-tokens/{id}: revokes the token permanently; its drafts and audit entries remain. */
export const revokeMcpToken = defineCommand({
  method: "DELETE",
  path: "/mcp-tokens/{id}",
  embed: "account",
  summary: "Revoke an MCP token",
  description: "It is refused within 5 seconds. What it has drafted stays until a person sends or discards it.",
  permission: "mcp-tokens:revoke",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "MCP token revoked",
  body: z.object({ mcp_token: mcpTokenModel }),
  async execute({ tx, tenant, params, note }) {
    const found = await namedRecord(params, "MCP token", (id) =>
      tx
        .select()
        .from(mcpToken)
        .where(
          and(eq(mcpToken.id, id), eq(mcpToken.linkedAccountId, tenant.linkedAccountId), isNull(mcpToken.clientId)),
        )
        .for("update"),
    );
    if (found.revokedAt) throw conflict("This MCP token was revoked");
    const revokedAt = present();
    await tx.update(mcpToken).set({ revokedAt }).where(eq(mcpToken.id, found.id));
    const [owner] = await tx
      .select({ name: appUser.name, deactivatedAt: appUser.deactivatedAt })
      .from(appUser)
      .where(eq(appUser.id, found.userId));
    endGrounds(tx, `mcp-token:${found.id}`);
    note({ record: owner ? `${found.name}, for ${owner.name}` : found.name });
    return { mcp_token: toMcpToken({ ...found, revokedAt }, owner) };
  },
});
