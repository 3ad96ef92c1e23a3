"use client";

import { useQuery } from "@tanstack/react-query";
import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { NumberField } from "#components/ui/number-field";
import { Select } from "#components/ui/select";
import { TextField } from "#components/ui/text-field";
import { type NewMcpTokenModel, newMcpTokenInput } from "#lib/administration/mcp-tokens/model";
import { makeMcpToken } from "#lib/browser/api/mcp-tokens";
import { users } from "#lib/browser/api/users";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId, useOperations } from "#lib/browser/session/account";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { ScopeGroup } from "./scope-group.tsx";
import { kindWords, words } from "./words.ts";

const KINDS = MCP_READ_PERMISSIONS.map((permission) => ({ id: permission, name: kindWords(permission) }));

const FIELDS = {
  name: { label: words.name, help: words.nameHelp },
  user_id: { label: words.person, help: words.personHelp, isChosen: true },
  reads: { label: words.reads, isChosen: true },
  drafts: { label: words.drafts, help: words.draftsHelp, isChosen: true },
  valid_days: { label: words.days },
};

/** A new token may do nothing until an admin chooses. */
const INITIAL: { name: string; user_id: string; reads: string[]; drafts: string[]; valid_days: number } = {
  name: "",
  user_id: "",
  reads: [],
  drafts: [],
  valid_days: 90,
};

interface NewTokenDialogProps {
  onMade: (made: NewMcpTokenModel) => void;
  onClose: () => void;
}

/** Asks for the assistant, its person, its scopes and its end. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const accountId = useAccountId();
  const people = useQuery(users(accountId));
  const operations = useOperations();
  const form = useSchemaForm({
    schema: newMcpTokenInput,
    fields: FIELDS,
    initial: INITIAL,
    draft: useDraft("mcp-token"),
    outcomes: { ...SAVES, refused: words.notCreated },
    send: (body, key) => makeMcpToken(accountId, body, key),
    onDone: ({ mcp_token }) => onMade(mcp_token),
  });
  const active = (people.data ?? []).filter(({ status }) => status !== "deactivated");
  return (
    <FormDialog form={form} title={words.newToken} action={words.create} onClose={onClose}>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
      <BoundField form={form} name="user_id">
        {(field) => (
          <Select
            {...field}
            options={active.map(({ id, name, email }) => ({ id, name, detail: email }))}
            loading={people.isPending}
            {...(people.isError && { onRetry: () => void people.refetch() })}
          />
        )}
      </BoundField>
      <BoundField form={form} name="reads">
        {(field) => <ScopeGroup {...field} options={KINDS} />}
      </BoundField>
      <BoundField form={form} name="drafts">
        {(field) => <ScopeGroup {...field} options={operations.map(({ id, name }) => ({ id, name }))} />}
      </BoundField>
      <BoundField form={form} name="valid_days">
        {(field) => <NumberField {...field} />}
      </BoundField>
    </FormDialog>
  );
}
