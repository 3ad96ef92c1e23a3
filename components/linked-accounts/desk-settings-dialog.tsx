"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BoundField } from "#components/ui/bound-field";
import { CheckGroup } from "#components/ui/check-group";
import { FormDialog } from "#components/ui/form-dialog";
import { TextArea } from "#components/ui/text-area";
import { TextField } from "#components/ui/text-field";
import { changeSettings, type ShownSettings, settings as settingsQuery } from "#lib/browser/api/settings";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { deskSettingsFields } from "#lib/resources/settings/desk-settings";
import { words } from "./desk-settings-words.ts";

const FIELDS = {
  name: { label: words.name, help: words.nameHelp },
  address: { label: words.address },
  phone: { label: words.phone },
  tax_id: { label: words.taxId },
  methods_without_reference: { label: words.methods, help: words.methodsHelp },
};

/** Changes what receipts say of the clinic, and the payment methods without a reference number. */
export function DeskSettingsDialog({ settings, onClose }: { settings: ShownSettings; onClose: () => void }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { clinic, payment_methods, methods_without_reference } = settings;
  const known = payment_methods.map(({ name }) => name);
  const form = useSchemaForm({
    schema: deskSettingsFields,
    fields: FIELDS,
    initial: {
      name: clinic.name ?? "",
      address: clinic.address ?? "",
      phone: clinic.phone ?? "",
      tax_id: clinic.tax_id ?? "",
      // One that the EMR no longer has cannot be chosen again.
      methods_without_reference: methods_without_reference.filter((name) => known.includes(name)),
    },
    outcomes: { ...SAVES, refused: words.notSaved },
    send: ({ methods_without_reference: methods, ...details }, key) =>
      changeSettings(accountId, { clinic: details, methods_without_reference: methods }, key),
    onDone: (changed) => {
      client.setQueryData(settingsQuery(accountId).queryKey, changed);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={words.dialog} action={words.save} onClose={onClose}>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
      <BoundField form={form} name="address">
        {(field) => <TextArea {...field} />}
      </BoundField>
      <BoundField form={form} name="phone">
        {(field) => <TextField {...field} />}
      </BoundField>
      <BoundField form={form} name="tax_id">
        {(field) => <TextField {...field} />}
      </BoundField>
      <BoundField form={form} name="methods_without_reference">
        {(field) => (
          <CheckGroup {...field} options={known.map((name) => ({ id: name, name }))} empty={words.noMethods} />
        )}
      </BoundField>
    </FormDialog>
  );
}
