"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { NumberField } from "#components/ui/number-field";
import { type SandboxBehavior, sandboxPace } from "#lib/administration/sandbox/model";
import { behaviorKey, changeBehavior } from "#lib/browser/api/sandbox-behavior";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";
import { useAccountId } from "#lib/browser/session/account";

const asNumber = (value: number | null) => value ?? Number.NaN;

/** Edits the latency and failure rate of the simulated EMR, saved together. */
export function BehaviorForm({ behavior }: { behavior: SandboxBehavior }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const { latency_ms, fault_rate, rate_limit_per_minute } = behavior;
  const form = useCheckedForm({
    schema: sandboxPace,
    initial: { latency_ms, fault_rate, rate_limit_per_minute },
    labels: { latency_ms: "Latency", fault_rate: "Failing calls", rate_limit_per_minute: "Calls per minute" },
    send: (body) => changeBehavior(accountId, body),
    onDone: (changed) => {
      client.setQueryData(behaviorKey(accountId), changed);
      setSaved(true);
    },
  });
  const set: typeof form.set = (name, value) => {
    setSaved(false);
    form.set(name, value);
  };
  return (
    <form noValidate aria-label="Sandbox behavior" onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure ? (
        <Banner tone="danger" title={form.failure.message} announce>
          Nothing was saved.
        </Banner>
      ) : null}
      <NumberField
        label="Latency"
        required
        help="How long every call takes, in milliseconds"
        value={form.values.latency_ms}
        onChange={(value) => set("latency_ms", value)}
        error={form.problem("latency_ms")}
      />
      <NumberField
        label="Failing calls"
        required
        help="Share of calls that fail temporarily, 0 to 1"
        value={form.values.fault_rate}
        onChange={(value) => set("fault_rate", value)}
        error={form.problem("fault_rate")}
      />
      <NumberField
        label="Calls per minute"
        required={false}
        help="Empty for no limit"
        value={asNumber(form.values.rate_limit_per_minute)}
        onChange={(value) => set("rate_limit_per_minute", Number.isNaN(value) ? null : value)}
        error={form.problem("rate_limit_per_minute")}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" pending={form.isPending}>
          Save behavior
        </Button>
        <span role="status" className="text-sm text-muted">
          {saved ? "Saved" : null}
        </span>
      </div>
    </form>
  );
}
