import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { askForSecret } from "#lib/jobs/emr-webhooks/ask-secret";
import { signedWebhookOf } from "#lib/jobs/emr-webhooks/standing";
import { conflict } from "#lib/kernel/domain-error";
import { toManagedAccount } from "./managed.ts";
import { managedAccountModel } from "./model.ts";
import { namedAccount, organizationName } from "./named-account.ts";

/**
 * POST /linked-accounts/{id}/rotate-webhook-secret: has the EMR sign its events with a new secret. What is asked for is stored
 * before the EMR is asked, so that it survives a lost answer and the end of any process.
 */
export const rotateEventSecret = defineCommand({
  method: "POST",
  path: "/linked-accounts/{id}/rotate-webhook-secret",
  embed: "account",
  summary: "Have the EMR sign its events with a new secret",
  description:
    "For an EMR at which a webhook is registered (`event_webhook` of the account): it is asked within a minute, and again until it has shown the new secret, so that a lost answer is survived; asking once more meanwhile changes nothing. The former secret is accepted until events come with the new one, at most a day. Events that are refused in between are read from the EMR's log. All accounts of the EMR's client share the webhook, and other receivers of that client need the new secret, too. 409 if no webhook is registered.",
  permission: "linked-accounts:update",
  by: "person",
  status: 202,
  input: z.object({}),
  done: "New webhook secret asked for",
  body: z.object({ linked_account: managedAccountModel }),
  async execute(context) {
    const { tx, principal } = context;
    const account = await namedAccount(context);
    const webhook = account.unlinkedAt === null ? await signedWebhookOf(tx, account) : null;
    if (webhook === null || webhook.registrationId === null)
      throw conflict("No webhook is registered at the EMR of this account");
    await askForSecret(tx, webhook);
    return {
      linked_account: await toManagedAccount(tx, account, await organizationName(tx, principal.organizationId)),
    };
  },
});
