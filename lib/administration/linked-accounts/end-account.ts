import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { changeAccount } from "./change-account.ts";
import { whereLinked } from "./made-organization.ts";
import { managedAccountModel } from "./model.ts";

/** DELETE /linked-accounts/{id}: ends the link of an account, for the client that linked it and for admins (additions §5). */
export const endLinkedAccount = defineCommand({
  method: "DELETE",
  path: "/linked-accounts/{id}",
  alone: true,
  embed: "account",
  summary: "End the link of an account to its EMR",
  description:
    'As `active: false` of PATCH /linked-accounts/{id}: every operation answers 404 "User not found", nothing is read any more, jobs that wait fail, and the records that were read stay readable by the account\'s access token. By `client_id` and `client_secret` alone: an account that this client linked. An account that has ended already stays as it is.',
  permission: "linked-accounts:update",
  conditional: { shows: "linked-accounts:read" },
  by: "person",
  status: 200,
  input: z.object({}),
  done: "Link ended",
  body: z.object({ linked_account: managedAccountModel }),
  async execute(context) {
    const audited = { route: "DELETE /linked-accounts/{id}", action: "linked-accounts:update" };
    const linked_account = await whereLinked(context, audited, (there) =>
      changeAccount(there, { active: false }, null),
    );
    return { linked_account };
  },
});
