"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { NumberField } from "#components/ui/number-field";
import { type SandboxBehavior, sandboxPace } from "#lib/administration/sandbox/model";
import { behaviorKey, changeBehavior } from "#lib/browser/api/sandbox-behavior";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";

type Pace = Pick<SandboxBehavior, "latency_ms" | "fault_rate" | "rate_limit_per_minute">;

const FIELDS = {
  latency_ms: { label: "Latency", help: "How long every call takes, in milliseconds" },
  fault_rate: { label: "Failing calls", help: "Share of calls that fail for a passing reason, 0 to 1" },
  rate_limit_per_minute: { label: "Calls per minute", help: "Empty: as many as come", required: false },
};

const paceOf = ({ latency_ms, fault_rate, rate_limit_per_minute }: Pace): Pace => ({
  latency_ms,
  fault_rate,
  rate_limit_per_minute,
});

/** How fast and how reliably the simulated EMR answers; saved together. */
export function BehaviorForm({ behavior }: { behavior: SandboxBehavior }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const form = useSchemaForm({
    schema: sandboxPace,
    fields: FIELDS,
    initial: paceOf(behavior),
    send: (body) => changeBehavior(accountId, body),
    onDone: (changed) => {
      client.setQueryData(behaviorKey(accountId), changed);
      form.methods.reset(paceOf(changed), { keepIsSubmitSuccessful: true });
    },
  });
  const { isSubmitSuccessful, isDirty } = form.methods.formState;
  return (
    <Form form={form} label="Sandbox behavior">
      <BoundField form={form} name="latency_ms">
        {(field) => <NumberField {...field} />}
      </BoundField>
      <BoundField form={form} name="fault_rate">
        {(field) => <NumberField {...field} />}
      </BoundField>
      <BoundField form={form} name="rate_limit_per_minute">
        {({ value, onChange, ...field }) => (
          <NumberField
            {...field}
            value={value ?? Number.NaN}
            onChange={(given) => onChange(Number.isNaN(given) ? null : given)}
          />
        )}
      </BoundField>
      <div className="flex items-center gap-3">
        <Button type="submit" pending={form.isPending}>
          Save behavior
        </Button>
        <span role="status" className="text-sm text-muted">
          {isSubmitSuccessful && !isDirty && !form.failure ? "Saved" : null}
        </span>
      </div>
    </Form>
  );
}
