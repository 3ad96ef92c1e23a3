"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { NumberField } from "#components/ui/number-field";
import { Switch } from "#components/ui/switch";
import type { SandboxBehavior } from "#lib/administration/sandbox/model";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import { managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { behaviorKey, changeBehavior } from "#lib/browser/api/sandbox-behavior";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface FlagProps {
  label: string;
  isOn: boolean;
  meaning: string;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

function Flag({ meaning, ...flag }: FlagProps) {
  const id = useId();
  return (
    <div>
      <Switch {...flag} describedBy={id} />
      <p id={id} className="text-xs text-faint">
        {meaning}
      </p>
    </div>
  );
}

/** Shows the switches that take effect at once: an outage, an inactive user, and records that change in the EMR. */
export function BehaviorSwitches({ behavior }: { behavior: SandboxBehavior }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [share, setShare] = useState(0.1);
  const { mutate, isPending, error, variables, data, reset } = useMutation({
    mutationFn: (change: Partial<Omit<SandboxBehavior, "etag">>) => changeBehavior(accountId, change),
    onSuccess: (changed) => {
      client.setQueryData(behaviorKey(accountId), changed);
      void client.invalidateQueries({ queryKey: linkedAccountKey(accountId) });
      void client.invalidateQueries({ queryKey: managedAccountsKey(accountId) });
    },
  });
  const shown = isPending ? { ...behavior, ...variables } : behavior;
  const isShare = share > 0 && share <= 1;
  const drifted = data !== undefined && variables?.drift_rate !== undefined;
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-3">
      {error ? (
        <div className="md:col-span-3">
          <Banner tone="danger" title={error.message} announce>
            {words.nothingChanged}
          </Banner>
        </div>
      ) : null}
      <Flag
        label={words.outage}
        isOn={shown.outage}
        disabled={isPending}
        meaning={shown.outage ? words.outageOn : words.outageOff}
        onChange={(outage) => mutate({ outage })}
      />
      <Flag
        label={words.userActive}
        isOn={shown.user_active}
        disabled={isPending}
        meaning={shown.user_active ? words.userActiveOn : words.userActiveOff}
        onChange={(user_active) => mutate({ user_active })}
      />
      <div className="flex flex-col gap-2">
        <NumberField
          label={words.share}
          help={words.shareHelp}
          value={share}
          onChange={(given) => {
            setShare(given);
            if (drifted) reset();
          }}
          error={isShare ? undefined : words.shareProblem}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            isDisabled={!isShare}
            pending={isPending && variables?.drift_rate !== undefined}
            onPress={() => mutate({ drift_rate: share })}
          >
            {words.changeRecords}
          </Button>
          <span role="status" className="text-sm text-muted">
            {drifted ? words.recordsChanged : null}
          </span>
        </div>
      </div>
    </div>
  );
}
