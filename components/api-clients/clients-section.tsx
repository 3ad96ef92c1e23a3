"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { CredentialsSection } from "#components/list-page/credentials-section";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import type { ApiClientModel } from "#lib/administration/api-clients/model";
import { apiClients, apiClientsKey } from "#lib/browser/api/api-clients";
import { useAccountId } from "#lib/browser/session/account";
import { CLIENT_COLUMNS } from "./clients-columns.tsx";
import { API_CLIENTS, words } from "./words.ts";

const NewClientDialog = dynamic(() => import("./new-client-dialog.tsx").then((module) => module.NewClientDialog), {
  ssr: false,
});

const LinksDrawer = dynamic(() => import("./links-drawer.tsx").then((module) => module.LinksDrawer), { ssr: false });

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["api-client"]);

const keyOf = ({ id }: ApiClientModel) => id;

/** Lists the organization's API clients. */
export function ClientsSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(apiClients(accountId));
  const [open, setOpen] = useQueryState("open", OPEN);
  const [linksOf, setLinksOf] = useQueryState("links");
  const asked = query.data?.find(({ id }) => id === linksOf);
  const table = useTable("api-clients", CLIENT_COLUMNS);
  return (
    <>
      <CredentialsSection
        title={words.apiClients}
        note={words.clientsNote}
        create={words.newApiClient}
        things={API_CLIENTS}
        table={table}
        query={query}
        rows={query.data ?? []}
        keyOf={keyOf}
        usual={1}
        empty={
          <EmptyState icon={<KeyRound aria-hidden="true" />} title={words.noApiClients}>
            {words.noClientsHint}
          </EmptyState>
        }
        isOpen={open === "api-client"}
        onOpen={(isOpen) => void setOpen(isOpen ? "api-client" : null)}
        form={NewClientDialog}
        onMade={() => void cache.invalidateQueries({ queryKey: apiClientsKey(accountId) })}
        shown={({ name, client_id, client_secret, webhook_secret }) => ({
          title: words.credentialsOf(name),
          secrets: [
            { label: words.clientSecret, value: client_secret },
            { label: words.webhookSecret, value: webhook_secret },
          ],
          note: (
            <>
              {words.clientId}: <code className="break-all text-fg">{client_id}</code>
            </>
          ),
        })}
      />
      {asked ? <LinksDrawer client={asked} onClose={() => void setLinksOf(null)} /> : null}
    </>
  );
}
