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
    mutationFn: (change: Partial<SandboxBehavior>) => changeBehavior(accountId, change),
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
            Nothing was changed.
          </Banner>
        </div>
      ) : null}
      <Flag
        label="Outage"
        isOn={shown.outage}
        disabled={isPending}
        meaning={shown.outage ? "Every call fails; jobs wait and are tried again." : "Calls are answered."}
        onChange={(outage) => mutate({ outage })}
      />
      <Flag
        label="User active"
        isOn={shown.user_active}
        disabled={isPending}
        meaning={shown.user_active ? "Operations are accepted." : "Every operation answers “User not found”."}
        onChange={(user_active) => mutate({ user_active })}
      />
      <div className="flex flex-col gap-2">
        <NumberField
          label="Share of records to change"
          help="0 to 1: appointments, claims, providers, referrals and patients change as if edited in the EMR"
          value={share}
          onChange={(given) => {
            setShare(given);
            if (drifted) reset();
          }}
          error={isShare ? undefined : "Share must be above 0 and at most 1"}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            isDisabled={!isShare}
            pending={isPending && variables?.drift_rate !== undefined}
            onPress={() => mutate({ drift_rate: share })}
          >
            Change records in the EMR
          </Button>
          <span role="status" className="text-sm text-muted">
            {drifted ? "Changed. A sync or a refresh shows the changes here." : null}
          </span>
        </div>
      </div>
    </div>
  );
}
