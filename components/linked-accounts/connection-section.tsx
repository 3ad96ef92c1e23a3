"use client";

import { KeyRound, Stethoscope } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { KeyValueList } from "#components/ui/key-value-list";
import { Section } from "#components/ui/section";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { useMay } from "#lib/browser/session/account";
import { schemaOf } from "#lib/emr/connections";
import { ChangeNotices, maySubscribe } from "./change-notices.tsx";
import { words as noticesWords } from "./change-notices-words.ts";
import { connectionLines } from "./connection-lines.ts";
import { EventWebhook } from "./event-webhook.tsx";
import { words as webhookWords } from "./webhook-words.ts";
import { words } from "./words.ts";

const ReplaceConnection = dynamic(() => import("./replace-connection.tsx").then((module) => module.ReplaceConnection), {
  ssr: false,
});

const FindingsDialog = dynamic(() => import("./findings-dialog.tsx").then((module) => module.FindingsDialog), {
  ssr: false,
});

/** The open dialog is kept in the URL, so that a notice leads to it. */
const OPEN = parseAsStringLiteral(["findings", "replace"]);

/** Shows the connection of an account without its secrets, and opens the form that replaces it. */
export function ConnectionSection({ account }: { account: ManagedAccountModel }) {
  const [open, setOpen] = useQueryState("open", OPEN);
  const close = () => void setOpen(null);
  const mayChange = useMay("linked-accounts:update");
  const { profile, event_webhook: webhook } = account;
  const schema = schemaOf(account.emr_type);
  const server = profile?.server ? [{ name: " server", label: words.server, value: profile.server }] : [];
  const secret = webhook
    ? [{ name: " webhook", label: webhookWords.secret, value: <EventWebhook account={account} webhook={webhook} /> }]
    : [];
  const isTold = maySubscribe(account);
  const notices = isTold
    ? [{ name: " notices", label: noticesWords.field, value: <ChangeNotices account={account} /> }]
    : [];
  // The switch says it.
  const lines = schema
    ? connectionLines(schema, account).filter(({ name }) => !isTold || name !== "subscriptions")
    : [];
  return (
    <Section
      title={words.connection}
      action={
        <div className="flex flex-wrap gap-2">
          <Button icon={<Stethoscope aria-hidden="true" />} onPress={() => void setOpen("findings")}>
            {words.findings}
          </Button>
          {mayChange ? (
            <Button icon={<KeyRound aria-hidden="true" />} onPress={() => void setOpen("replace")}>
              {words.replaceConnection}
            </Button>
          ) : null}
        </div>
      }
    >
      {account.state === "login_required" ? (
        <Banner tone="danger" title={words.refused}>
          {words.refusedHint}
        </Banner>
      ) : null}
      <div className="rounded-lg border border-line bg-surface px-4 py-2">
        <KeyValueList items={[...server, ...lines, ...notices, ...secret]} />
      </div>
      {open === "findings" ? <FindingsDialog account={account} onClose={close} /> : null}
      {open === "replace" ? <ReplaceConnection account={account} onClose={close} /> : null}
    </Section>
  );
}
