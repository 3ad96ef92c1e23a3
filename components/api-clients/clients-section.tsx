"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, CircleCheck, KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { RelativeTime } from "#components/ui/relative-time";
import { SecretDialog } from "#components/ui/secret-dialog";
import { Section } from "#components/ui/section";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import type { ApiClientModel, NewApiClientModel } from "#lib/administration/api-clients/model";
import { apiClients, apiClientsKey } from "#lib/browser/api/api-clients";
import { useAccountId } from "#lib/browser/session/account";
import { ClientMenu } from "./client-menu.tsx";
import { words } from "./words.ts";

const NewClientDialog = dynamic(() => import("./new-client-dialog.tsx").then((module) => module.NewClientDialog), {
  ssr: false,
});

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["api-client"]);

const COLUMNS = [
  { title: words.name },
  { title: words.clientId, className: "@max-xl:hidden" },
  { title: words.state },
  { title: words.lastUsed, end: true, className: "@max-md:hidden" },
  { title: words.actions, end: true },
];

function ClientRow({ client }: { client: ApiClientModel }) {
  const isActive = client.status === "active";
  return (
    <TableRow>
      <TableCell className="min-w-32 font-medium break-words">{client.name}</TableCell>
      <TableCell className="@max-xl:hidden">
        <span className="flex items-center gap-1">
          <code className="max-w-56 truncate text-muted">{client.client_id}</code>
          <CopyButton text={client.client_id} label={`Copy the client id of ${client.name}`} iconOnly />
        </span>
      </TableCell>
      <TableCell>
        {isActive ? (
          <span className="flex flex-col items-start gap-1">
            <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
              {words.active}
            </Badge>
            {client.unknown_fields === "refuse" ? (
              <span className="text-xs text-muted">{words.refusesUnknownFields}</span>
            ) : null}
          </span>
        ) : (
          <Badge icon={<Ban aria-hidden="true" />}>{words.revoked}</Badge>
        )}
      </TableCell>
      <TableCell end className="text-muted @max-md:hidden">
        {client.last_used_at ? <RelativeTime at={client.last_used_at} /> : "never"}
      </TableCell>
      <TableCell end>{isActive ? <ClientMenu client={client} /> : null}</TableCell>
    </TableRow>
  );
}

/** Lists the organization's API clients. */
export function ClientsSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(apiClients(accountId));
  const [open, setOpen] = useQueryState("open", OPEN);
  const [made, setMade] = useState<NewApiClientModel | null>(null);
  const clients = query.data ?? [];
  return (
    <Section
      title={words.apiClients}
      note={words.clientsNote}
      action={
        <Button icon={<Plus aria-hidden="true" />} onPress={() => void setOpen("api-client")}>
          {words.newApiClient}
        </Button>
      }
    >
      <ListBody
        things="API clients"
        query={query}
        usual={1}
        count={clients.length}
        empty={
          <EmptyState icon={<KeyRound aria-hidden="true" />} title={words.noApiClients}>
            {words.noClientsHint}
          </EmptyState>
        }
      >
        <Table label={words.apiClients}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {clients.map((client) => (
              <ClientRow key={client.id} client={client} />
            ))}
          </tbody>
        </Table>
      </ListBody>
      {open === "api-client" ? (
        <NewClientDialog
          onMade={(client) => {
            setMade(client);
            void setOpen(null);
            void cache.invalidateQueries({ queryKey: apiClientsKey(accountId) });
          }}
          onClose={() => void setOpen(null)}
        />
      ) : null}
      {made ? (
        <SecretDialog
          title={`The credentials of ${made.name}`}
          secrets={[
            { label: words.clientSecret, value: made.client_secret },
            { label: words.webhookSecret, value: made.webhook_secret },
          ]}
          onClose={() => setMade(null)}
        >
          <p>
            Client id: <code className="break-all text-fg">{made.client_id}</code>
          </p>
        </SecretDialog>
      ) : null}
    </Section>
  );
}
