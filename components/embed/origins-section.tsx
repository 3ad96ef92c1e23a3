"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AppWindow } from "lucide-react";
import { useMemo, useState } from "react";
import { ListSection } from "#components/list-page/list-section";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { type EmbedOriginModel, embedOriginInput } from "#lib/administration/embedding/model";
import { embedOrigins, embedOriginsKey, registerOrigin, takeOriginBack } from "#lib/browser/api/embed-origins";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { originsColumns } from "./origins-columns.tsx";
import { ORIGINS, words } from "./words.ts";

const FIELDS = { origin: { label: words.origin, help: words.originHelp } };

const keyOf = ({ id }: EmbedOriginModel) => id;

function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
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

/** The origins whose pages may frame the organization's views. */
export function OriginsSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(embedOrigins(accountId));
  const [leaving, setLeaving] = useState<EmbedOriginModel | null>(null);
  const table = useTable(
    "origins",
    useMemo(() => originsColumns(setLeaving), []),
  );
  const refresh = () => void cache.invalidateQueries({ queryKey: embedOriginsKey(accountId) });
  return (
    <ListSection
      title={words.allowedOrigins}
      note={words.originsNote}
      intro={<RegisterForm onRegistered={refresh} />}
      things={ORIGINS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      usual={1}
      empty={
        <EmptyState icon={<AppWindow aria-hidden="true" />} title={words.noOrigins}>
          {words.noOriginsHint}
        </EmptyState>
      }
    >
      {leaving ? (
        <Confirm
          title={`${words.removeNamed(leaving.origin)}?`}
          action={words.removeNamed(leaving.origin)}
          danger
          onConfirm={() => takeOriginBack(accountId, leaving.id)}
          onDone={() => {
            setLeaving(null);
            refresh();
          }}
          onClose={() => setLeaving(null)}
        >
          {words.removeEffect}
        </Confirm>
      ) : null}
    </ListSection>
  );
}
