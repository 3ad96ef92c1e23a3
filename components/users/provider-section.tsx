"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { KeyValueList } from "#components/ui/key-value-list";
import { Section } from "#components/ui/section";
import { currentIn } from "#lib/browser/api/api-failure";
import { ownProvider, ownProviderKey, removeOwnProvider } from "#lib/browser/api/own-provider";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./provider-words.ts";

const ProviderDialog = dynamic(() => import("./provider-dialog.tsx").then((module) => module.ProviderDialog), {
  ssr: false,
});

/** Shows the organization's own OpenID provider, and sets or removes it. */
export function ProviderSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const { data } = useQuery(ownProvider(accountId));
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  const close = () => setOpen(null);
  if (!data) return null;
  const present = data.own_provider;
  return (
    <Section
      title={words.title}
      note={words.note}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => setOpen("form")}>{present ? words.change : words.set}</Button>
          {present ? (
            <Button aria-label={words.removal} onPress={() => setOpen("removal")}>
              {words.remove}
            </Button>
          ) : null}
        </div>
      }
    >
      {present ? (
        <KeyValueList
          items={[
            { name: "issuer", label: words.issuer, value: present.issuer },
            { name: "client_id", label: words.clientId, value: present.client_id },
            { name: "claim", label: words.claim, value: present.external_id_claim },
            { name: "sign_in", label: words.signInAt, value: present.sign_in_url },
            { name: "redirect", label: words.leadsBack, value: present.redirect_uri },
          ]}
        />
      ) : (
        <p className="text-sm text-muted">
          {words.none}. {words.noneHint} <code className="block break-all text-fg">{data.redirect_uri}</code>
        </p>
      )}
      {open === "form" ? <ProviderDialog answer={data} onClose={close} /> : null}
      {open === "removal" ? (
        <Confirm
          title={`${words.removal}?`}
          action={words.removal}
          danger
          onConfirm={async () => {
            try {
              await removeOwnProvider(accountId, data.etag);
            } catch (failure) {
              throw currentIn(failure) ? new Error(words.savedMeanwhile) : failure;
            } finally {
              await cache.invalidateQueries({ queryKey: ownProviderKey(accountId) });
            }
          }}
          onClose={close}
        >
          {words.removalEffect}
        </Confirm>
      ) : null}
    </Section>
  );
}
