"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { formatExact } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import type { EventWebhookModel, ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { managedAccountsKey, rotateWebhookSecret } from "#lib/browser/api/managed-accounts";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { words } from "./webhook-words.ts";

/** Says since when the webhook's secret holds, and what became of the last wish for a new one. */
export function secretWords({ secret_changed_at, secret_asked_at, secret_problem }: EventWebhookModel, zone?: string) {
  const since = words.since(formatExact(secret_changed_at, zone));
  if (secret_asked_at !== null) {
    return `${since} ${secret_problem === null ? words.asked : words.askedAgain(secret_problem)}`;
  }
  return secret_problem === null ? since : `${since} ${words.notChanged(secret_problem)}`;
}

interface EventWebhookProps {
  account: ManagedAccountModel;
  webhook: EventWebhookModel;
}

/** Shows the secret by which an EMR signs its events, and has an admin ask the EMR for a new one. */
export function EventWebhook({ account, webhook }: EventWebhookProps) {
  const here = useAccountId();
  const client = useQueryClient();
  const zone = useTimeZone();
  const mayChange = useMay("linked-accounts:update");
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-col items-start gap-1">
      <span role="status">{secretWords(webhook, zone)}</span>
      {mayChange && webhook.secret_asked_at === null ? (
        <Button variant="link" onPress={() => setAsking(true)}>
          {words.newSecret}
        </Button>
      ) : null}
      {isAsking ? (
        <Confirm
          title={words.newSecretFor(account.name)}
          action={words.askForIt}
          danger
          onConfirm={async () => {
            await rotateWebhookSecret(here, account.id);
            await client.invalidateQueries({ queryKey: managedAccountsKey(here) });
          }}
          onClose={() => setAsking(false)}
        >
          {words.effect}
        </Confirm>
      ) : null}
    </div>
  );
}
