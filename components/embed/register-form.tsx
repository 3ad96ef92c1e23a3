"use client";

import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { embedOriginInput } from "#lib/administration/embedding/model";
import { registerOrigin } from "#lib/browser/api/embed-origins";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

const FIELDS = { origin: { label: words.origin, help: words.originHelp } };

/** Registers an origin whose pages may frame the organization's views. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: embedOriginInput,
    fields: FIELDS,
    initial: { origin: "" },
    outcomes: { ...SAVES, refused: words.notRegistered },
    send: (body, key) => registerOrigin(accountId, body, key),
    onDone: () => {
      form.startOver();
      onRegistered();
    },
  });
  return (
    <Form form={form} label={words.registerOrigin} className="flex max-w-xl flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <BoundField form={form} name="origin">
            {(field) => <TextField {...field} type="url" placeholder="https://portal.example" />}
          </BoundField>
        </div>
        <div className="sm:pt-6">
          <Button type="submit" variant="primary" pending={form.isPending}>
            {words.register}
          </Button>
        </div>
      </div>
    </Form>
  );
}
