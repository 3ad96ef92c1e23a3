import { eq } from "drizzle-orm";
import { z } from "zod";
import { scimToken } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { conflict } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { enter, scimTokenEntries } from "#lib/security/credentials/directory";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { newScimTokenInput, newScimTokenModel, scimTokenModel } from "./model.ts";
import { toScimToken } from "./queries.ts";

/** POST /scim-tokens: creates a token, with which the organization's directory manages its users. Only this response shows it. */
export const createScimToken = defineCommand({
  method: "POST",
  path: "/scim-tokens",
  embed: "account",
  summary: "Create a SCIM token",
  description:
    "The organization's directory sends it to `/scim/v2` as `Authorization: Bearer`; everywhere else it is refused. It creates, changes and deactivates the organization's users, and does nothing else.",
  permission: "scim-tokens:create",
  by: "person",
  status: 201,
  secret: true,
  input: newScimTokenInput,
  done: "SCIM token created",
  body: z.object({ scim_token: newScimTokenModel }),
  made: ({ scim_token }) => scim_token.id,
  async execute({ tx, principal: { organizationId }, input, note }) {
    const token = newToken("scim");
    const [made] = await tx
      .insert(scimToken)
      .values({
        id: newId(),
        organizationId,
        name: input.name,
        adminRole: input.admin_role,
        tokenHash: hashToken(token),
      })
      .returning();
    if (!made) throw new Error("The SCIM token was not written");
    await enter(tx, scimTokenEntries(made));
    note({ record: made.name });
    return { scim_token: { ...toScimToken(made), token } };
  },
});

/** DELETE /scim-tokens/{id}: revokes the token permanently; the users whom it created remain. */
export const revokeScimToken = defineCommand({
  method: "DELETE",
  path: "/scim-tokens/{id}",
  embed: "account",
  summary: "Revoke a SCIM token",
  description: "It is refused at once. The users whom the directory has created stay as they are.",
  permission: "scim-tokens:revoke",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "SCIM token revoked",
  body: z.object({ scim_token: scimTokenModel }),
  async execute({ tx, params, note }) {
    const found = await namedRecord(params, "SCIM token", (id) =>
      tx.select().from(scimToken).where(eq(scimToken.id, id)).for("update"),
    );
    if (found.revokedAt) throw conflict("This SCIM token was revoked");
    const revokedAt = present();
    await tx.update(scimToken).set({ revokedAt }).where(eq(scimToken.id, found.id));
    note({ record: found.name });
    return { scim_token: toScimToken({ ...found, revokedAt }) };
  },
});
