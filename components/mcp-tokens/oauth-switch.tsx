"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useId } from "react";
import { Switch } from "#components/ui/switch";
import { oauthRules, oauthRulesKey, setOAuthRules } from "#lib/browser/api/oauth-grants";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./grant-words.ts";

const ChangeRefusal = dynamic(() => import("#components/forms/change-refusal").then((module) => module.ChangeRefusal), {
  ssr: false,
});

/** Shows and changes whether people may connect assistants by OAuth. */
export function OAuthSwitch() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const id = useId();
  const { data } = useQuery(oauthRules(accountId));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (enabled: boolean) => setOAuthRules(accountId, enabled, data?.etag),
    onSettled: () => client.invalidateQueries({ queryKey: oauthRulesKey(accountId) }),
  });
  if (!data) return null;
  return (
    <div className="flex flex-col gap-1">
      {error ? <ChangeRefusal error={error} /> : null}
      <Switch label={words.enable} isOn={data.enabled} disabled={isPending} onChange={mutate} describedBy={id} />
      <p id={id} className="text-sm text-faint">
        {words.enableHelp}
      </p>
    </div>
  );
}
