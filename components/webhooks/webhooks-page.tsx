"use client";

import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { TableSkeleton } from "#components/ui/table-skeleton";
import { Tabs } from "#components/ui/tabs";
import { useMay } from "#lib/browser/session/account";
import { DisabledEndpoints } from "./disabled-endpoints.tsx";
import { EndpointsView } from "./endpoints-view.tsx";
import { words } from "./page-words.ts";
import { WEBHOOK_TABS } from "./use-webhooks-place.ts";

const loading = () => (
  <div className="rounded-lg border border-line bg-surface">
    <TableSkeleton label={words.loading} />
  </div>
);
const TypesView = dynamic(() => import("./types-view.tsx").then((module) => module.TypesView), { ssr: false, loading });
const LogView = dynamic(() => import("./log-view.tsx").then((module) => module.LogView), { ssr: false, loading });

const NAMES = { endpoints: words.endpoints, types: words.eventTypes, log: words.deliveryLog };

/**
 * Shows the administration of webhooks: endpoints, event types and the delivery log. An embedded view has no event types,
 * whose subscriptions concern all accounts of the organization.
 */
export function WebhooksPage() {
  const [view, setView] = useQueryState("view", parseAsStringLiteral(WEBHOOK_TABS).withDefault("endpoints"));
  const seesTypes = useMay("subscriptions:read");
  const tabs = WEBHOOK_TABS.filter((id) => id !== "types" || seesTypes).map((id) => ({ id, name: NAMES[id] }));
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">{words.webhooks}</h1>
      <DisabledEndpoints />
      <Tabs label={words.webhooks} tabs={tabs} value={view} onChange={(chosen) => void setView(chosen)}>
        {view === "endpoints" ? <EndpointsView /> : null}
        {view === "types" ? <TypesView /> : null}
        {view === "log" ? <LogView /> : null}
      </Tabs>
    </div>
  );
}
