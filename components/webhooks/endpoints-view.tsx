"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";
import { ListBody } from "#components/ui/list-body";
import { RelativeTime } from "#components/ui/relative-time";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import { webhookEndpoints } from "#lib/browser/api/webhook-endpoints";
import { webhookHealth } from "#lib/browser/api/webhook-health";
import { useAccountId, useMay } from "#lib/browser/session/account";
import type { WebhookHealthModel } from "#lib/webhooks/endpoints/health-model";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { EndpointStatus } from "./endpoint-status.tsx";
import { shortUrl, typesWords } from "./endpoint-words.ts";
import { successWords } from "./health-words.ts";
import { words } from "./words.ts";

const EndpointDrawer = dynamic(() => import("./endpoint-drawer.tsx").then((module) => module.EndpointDrawer), {
  ssr: false,
});
const NewEndpoint = dynamic(() => import("./new-endpoint.tsx").then((module) => module.NewEndpoint), { ssr: false });

const NEW = "new";

const COLUMNS = [
  { title: words.endpoint },
  { title: words.eventTypes, className: "@max-2xl:hidden" },
  { title: words.last24Hours, className: "@max-xl:hidden" },
  { title: words.status },
  { title: words.registered, end: true, className: "@max-3xl:hidden" },
];

/** "99.5 % of 1,200 attempts" */
const dayWords = (health: WebhookHealthModel) =>
  health.attempts === 0
    ? "Nothing sent"
    : `${successWords(health)} of ${health.attempts === 1 ? "1 attempt" : `${health.attempts.toLocaleString("en-US")} attempts`}`;

interface EndpointRowProps {
  endpoint: WebhookEndpointModel;
  /** Undefined while loading. */
  health: WebhookHealthModel | undefined;
  isCurrent: boolean;
  onOpen: () => void;
}

function EndpointRow({ endpoint, health, isCurrent, onOpen }: EndpointRowProps) {
  const { id, url, description, event_types } = endpoint;
  return (
    <TableRow isCurrent={isCurrent}>
      <TableCell className="w-full max-w-0">
        <Link
          coversRow
          href={`?endpoint=${id}`}
          aria-label={shortUrl(url)}
          onClick={(event) => {
            event.preventDefault();
            onOpen();
          }}
        >
          <span className="block truncate">{shortUrl(url)}</span>
        </Link>
        {description ? <span className="block truncate text-xs text-faint">{description}</span> : null}
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-2xl:hidden">{typesWords(event_types)}</TableCell>
      <TableCell className="w-0 whitespace-nowrap text-muted tabular-nums @max-xl:hidden">
        {health ? dayWords(health) : null}
      </TableCell>
      <TableCell className="w-0 whitespace-nowrap">
        <EndpointStatus status={endpoint.status} />
        {health && health.held > 0 ? (
          <span className="block text-xs text-muted tabular-nums">Held: {health.held.toLocaleString("en-US")}</span>
        ) : null}
      </TableCell>
      <TableCell end className="w-0 whitespace-nowrap text-muted @max-3xl:hidden">
        <RelativeTime at={endpoint.created_at} />
      </TableCell>
    </TableRow>
  );
}

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
  return (
    <>
      {endpoints.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{words.endpointsNote}</p>
          {add}
        </div>
      ) : null}
      <ListBody
        things="endpoints"
        query={query}
        count={endpoints.length}
        empty={
          <EmptyState icon={<Webhook aria-hidden="true" />} title={words.noEndpointsYet} action={add}>
            {words.noEndpointsHint}
          </EmptyState>
        }
      >
        <Table label={words.endpoints}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                health={health?.get(endpoint.id)}
                isCurrent={endpoint.id === open}
                onOpen={() => void setOpen(endpoint.id)}
              />
            ))}
          </tbody>
        </Table>
      </ListBody>
      {open === NEW ? (
        <NewEndpoint onClose={() => void setOpen(null)} onMade={(id) => void setOpen(id, { history: "replace" })} />
      ) : null}
      {shown ? <EndpointDrawer key={shown.id} endpoint={shown} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}
