"use client";

import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Tabs } from "#components/ui/tabs";
import { DisabledEndpoints } from "./disabled-endpoints.tsx";
import { EndpointsView } from "./endpoints-view.tsx";
import { words } from "./words.ts";

const TypesView = dynamic(() => import("./types-view.tsx").then((module) => module.TypesView), { ssr: false });
const LogView = dynamic(() => import("./log-view.tsx").then((module) => module.LogView), { ssr: false });

const TABS = [
  { id: "endpoints", name: words.endpoints },
  { id: "types", name: words.eventTypes },
  { id: "log", name: words.deliveryLog },
] as const;

const VIEWS = TABS.map(({ id }) => id);

/** Shows the administration of webhooks: endpoints, event types and the delivery log. */
export function WebhooksPage() {
  const [view, setView] = useQueryState("view", parseAsStringLiteral(VIEWS).withDefault("endpoints"));
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">{words.webhooks}</h1>
      <DisabledEndpoints />
      <Tabs label={words.webhooks} tabs={TABS} value={view} onChange={(chosen) => void setView(chosen)}>
        {view === "endpoints" ? <EndpointsView /> : null}
        {view === "types" ? <TypesView /> : null}
        {view === "log" ? <LogView /> : null}
      </Tabs>
    </div>
  );
}
