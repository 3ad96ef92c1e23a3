import { eq } from "drizzle-orm";
import { z } from "zod";
import { emrApp } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { trimmedAddress } from "#lib/emr/port/connection-fields";
import { conflict } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { seal } from "#lib/security/sealing/secret-box";
import { assertDialled } from "./dialled.ts";
import { emrAppInput, emrAppModel } from "./model.ts";
import { toEmrApp } from "./queries.ts";

/** POST /emr-apps: keeps what a vendor gave when it registered this deployment (additions §5). */
export const createEmrApp = defineCommand({
  method: "POST",
  path: "/emr-apps",
  embed: "account",
  summary: "Add an app at an EMR",
  description:
    "A vendor registers this deployment as an app with `redirect_uri` and gives a `client_id`. A clinic can then sign in at that EMR and consent (SMART App Launch), from the console or a partner's page. One app for each issuer: 409 for another.",
  permission: "emr-apps:create",
  by: "person",
  status: 201,
  secret: true,
  input: emrAppInput,
  done: "EMR app added",
  body: z.object({ emr_app: emrAppModel }),
  made: ({ emr_app }) => emr_app.id,
  async execute({ tx, principal: { organizationId }, input, note }) {
    assertDialled({ issuer: input.issuer, token_url: input.token_url });
    const [made] = await tx
      .insert(emrApp)
      .values({
        id: newId(),
        organizationId,
        issuer: trimmedAddress(input.issuer),
        clientId: input.client_id,
        clientSecret: input.client_secret === undefined ? null : await seal(input.client_secret),
        tokenUrl: input.token_url ?? null,
        scopes: input.scopes,
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw conflict("There is an app for this issuer: remove it first");
    note({ record: made.issuer });
    return { emr_app: toEmrApp(made) };
  },
});

/** DELETE /emr-apps/{id}: removes an app. What was authorized by it ends when its present access tokens end. */
export const deleteEmrApp = defineCommand({
  method: "DELETE",
  path: "/emr-apps/{id}",
  embed: "account",
  summary: "Remove an app at an EMR",
  description:
    "Accounts that were linked by it need another authorization as soon as their present access token ends, within the hour as a rule.",
  permission: "emr-apps:delete",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "EMR app removed",
  body: z.object({ emr_app: emrAppModel }),
  async execute({ tx, params, note }) {
    const found = await namedRecord(params, "EMR app", (id) => tx.delete(emrApp).where(eq(emrApp.id, id)).returning());
    note({ record: found.issuer });
    return { emr_app: toEmrApp(found) };
  },
});
