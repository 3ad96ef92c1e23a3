"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AppWindow, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { EmptyState } from "#components/ui/empty-state";
import { Form } from "#components/ui/form";
import { IconButton } from "#components/ui/icon-button";
import { ListBody } from "#components/ui/list-body";
import { RelativeTime } from "#components/ui/relative-time";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import { TextField } from "#components/ui/text-field";
import { type EmbedOriginModel, embedOriginInput } from "#lib/administration/embedding/model";
import { embedOrigins, embedOriginsKey, registerOrigin, takeOriginBack } from "#lib/browser/api/embed-origins";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";

const COLUMNS = [{ title: "Origin" }, { title: "Registered", end: true }, { title: "Actions", end: true }];

const FIELDS = { origin: { label: "Origin", help: "Of the partner’s page, without a path" } };

function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const accountId = useAccountId();
  const form = useSchemaForm({
    schema: embedOriginInput,
    fields: FIELDS,
    initial: { origin: "" },
    outcomes: { ...SAVES, refused: "Nothing was registered." },
    send: (body, key) => registerOrigin(accountId, body, key),
    onDone: () => {
      form.startOver();
      onRegistered();
    },
  });
  return (
    <Form form={form} label="Register an origin" className="flex max-w-xl flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <BoundField form={form} name="origin">
            {(field) => <TextField {...field} type="url" placeholder="https://portal.example" />}
          </BoundField>
        </div>
        <div className="sm:pt-6">
          <Button type="submit" variant="primary" pending={form.isPending}>
            Register
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** The origins whose pages may frame the organization's views. */
export function OriginsSection() {
  const id = useId();
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(embedOrigins(accountId));
  const [leaving, setLeaving] = useState<EmbedOriginModel | null>(null);
  const origins = query.data ?? [];
  const refresh = () => void cache.invalidateQueries({ queryKey: embedOriginsKey(accountId) });
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          Allowed origins
        </h2>
        <p className="text-sm text-faint">Only pages of these origins may show this organization’s views in a frame.</p>
      </div>
      <RegisterForm onRegistered={refresh} />
      <ListBody
        things="origins"
        query={query}
        usual={1}
        count={origins.length}
        empty={
          <EmptyState icon={<AppWindow aria-hidden="true" />} title="No origins yet">
            Register the origin of each partner’s page. Until then no page can show a view.
          </EmptyState>
        }
      >
        <Table label="Allowed origins">
          <TableHead columns={COLUMNS} />
          <tbody>
            {origins.map((origin) => (
              <TableRow key={origin.id}>
                <TableCell className="font-medium break-all">{origin.origin}</TableCell>
                <TableCell end className="whitespace-nowrap text-muted">
                  <RelativeTime at={origin.created_at} />
                </TableCell>
                <TableCell end>
                  <IconButton label={`Take ${origin.origin} back`} onPress={() => setLeaving(origin)}>
                    <Trash2 />
                  </IconButton>
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </ListBody>
      {leaving ? (
        <Confirm
          title={`Take ${leaving.origin} back?`}
          action="Take it back"
          danger
          onConfirm={() => takeOriginBack(accountId, leaving.id)}
          onDone={() => {
            setLeaving(null);
            refresh();
          }}
          onClose={() => setLeaving(null)}
        >
          Open views in its pages close within seconds, and values typed in them are lost. The origin can be registered
          again.
        </Confirm>
      ) : null}
    </section>
  );
}
