"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { CheckGroup } from "#components/ui/check-group";
import { Section } from "#components/ui/section";
import type { OwnAccountModel } from "#lib/administration/own-account/model";
import { chooseAlerts, ownAccountKey } from "#lib/browser/api/own-account";
import { useAccountId } from "#lib/browser/session/account";
import { ALERTS } from "#lib/mail/kinds";
import { words } from "./words.ts";

const ChangeRefusal = dynamic(() => import("#components/forms/change-refusal").then((module) => module.ChangeRefusal), {
  ssr: false,
});

/** Shows and changes which alerts the person gets by mail. */
export function MailSection({ mails: { possible, chosen, etag } }: { mails: OwnAccountModel["mails"] }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (kinds: string[]) => chooseAlerts(accountId, kinds, etag),
    onSettled: () => client.invalidateQueries({ queryKey: ownAccountKey(accountId) }),
  });
  return (
    <Section title={words.mail} note={words.mailNote}>
      {error ? <ChangeRefusal error={error} /> : null}
      <CheckGroup
        label={words.mailWhen}
        value={isPending && variables ? variables : chosen}
        onChange={mutate}
        options={possible.map((id) => ({ id, name: ALERTS[id] }))}
      />
    </Section>
  );
}
