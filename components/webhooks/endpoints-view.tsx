"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import { ListContent } from "#components/list-page/list-content";
import { Button } from "#components/ui/button";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { webhookEndpoints } from "#lib/browser/api/webhook-endpoints";
import { webhookHealth } from "#lib/browser/api/webhook-health";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { endpointsColumns, type ListedEndpoint } from "./endpoints-columns.tsx";
import { ENDPOINTS, words } from "./page-words.ts";

const EndpointDrawer = dynamic(() => import("./endpoint-drawer.tsx").then((module) => module.EndpointDrawer), {
  ssr: false,
});
const NewEndpoint = dynamic(() => import("./new-endpoint.tsx").then((module) => module.NewEndpoint), { ssr: false });

const NEW = "new";

const keyOf = ({ endpoint }: ListedEndpoint) => endpoint.id;

/** Lists the registered endpoints; each opens in a panel. */
export function EndpointsView() {
  const accountId = useAccountId();
  const query = useQuery(webhookEndpoints(accountId));
  const { data: health } = useQuery(webhookHealth(accountId, "day"));
  const [open, setOpen] = useQueryState("endpoint", parseAsString.withOptions({ history: "push" }));
  const endpoints = query.data ?? [];
  const shown = endpoints.find(({ id }) => id === open);
  const add = useMay("webhook-endpoints:create") ? (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => void setOpen(NEW)}>
      {words.newEndpoint}
    </Button>
  ) : null;
  const table = useTable(
    "endpoints",
    useMemo(() => endpointsColumns((id) => void setOpen(id)), [setOpen]),
  );
  const listed = endpoints.map((endpoint) => ({ endpoint, health: health?.get(endpoint.id) }));
  return (
    <>
      {endpoints.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{words.endpointsNote}</p>
          {add}
        </div>
      ) : null}
      <ListContent
        things={ENDPOINTS}
        table={table}
        query={query}
        listKey="endpoints"
        counted={{ loaded: query.isPending ? null : endpoints.length, hasMore: false }}
        empty={
          <EmptyState icon={<Webhook aria-hidden="true" />} title={words.noEndpointsYet} action={add}>
            {words.noEndpointsHint}
          </EmptyState>
        }
      >
        <DataTable label={words.endpoints} table={table} rows={listed} keyOf={keyOf} current={open} isUneven />
      </ListContent>
      {open === NEW ? (
        <NewEndpoint onClose={() => void setOpen(null)} onMade={(id) => void setOpen(id, { history: "replace" })} />
      ) : null}
      {shown ? <EndpointDrawer key={shown.id} endpoint={shown} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}
