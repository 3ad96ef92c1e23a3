"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useId } from "react";
import { Switch } from "#components/ui/switch";
import { setSignInRules, signInRules, signInRulesKey } from "#lib/browser/api/sign-in-rules";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

const ChangeRefusal = dynamic(() => import("#components/forms/change-refusal").then((module) => module.ChangeRefusal), {
  ssr: false,
});

/** Shows and changes what the organization asks of everyone who signs in. */
export function SignInRulesSwitch() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const id = useId();
  const { data } = useQuery(signInRules(accountId));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (required: boolean) => setSignInRules(accountId, required, data?.etag),
    onSettled: () => client.invalidateQueries({ queryKey: signInRulesKey(accountId) }),
  });
  if (!data) return null;
  return (
    <div className="flex flex-col gap-1">
      {error ? <ChangeRefusal error={error} /> : null}
      <Switch
        label={words.requireSecondFactor}
        isOn={data.second_factor_required}
        disabled={isPending}
        onChange={mutate}
        describedBy={id}
      />
      <p id={id} className="text-sm text-faint">
        {words.secondFactorHelp}
      </p>
    </div>
  );
}
