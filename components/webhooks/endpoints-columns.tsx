import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { numberLocale } from "#lib/kernel/shown-locale";
import type { WebhookHealthModel } from "#lib/webhooks/endpoints/health-model";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { EndpointStatus } from "./endpoint-status.tsx";
import { shortUrl, typesWords } from "./endpoint-words.ts";
import { successWords } from "./health-words.ts";
import { words } from "./page-words.ts";

/** An endpoint with its health of the last day, which is undefined while it loads. */
export interface ListedEndpoint {
  endpoint: WebhookEndpointModel;
  health: WebhookHealthModel | undefined;
}

/** "99.5 % of 1,200 attempts delivered" */
function dayWords(health: WebhookHealthModel): string {
  if (health.attempts === 0) return words.nothingSent;
  const attempts = words.attemptCount(health.attempts, health.attempts.toLocaleString(numberLocale()));
  return words.deliveredOf(successWords(health), attempts);
}

/** Returns the columns of the table of endpoints. */
export const endpointsColumns = (onOpen: (id: string) => void): readonly Column<ListedEndpoint>[] => [
  {
    id: "url",
    title: words.endpoint,
    always: true,
    grow: 1,
    sort: ({ endpoint: { url } }) => shortUrl(url),
    cell: ({ endpoint: { id, url, description, scope } }) => (
      <>
        <Link
          coversRow
          href={`?endpoint=${id}`}
          aria-label={shortUrl(url)}
          onClick={(event) => {
            event.preventDefault();
            onOpen(id);
          }}
        >
          <span className="block truncate">{shortUrl(url)}</span>
        </Link>
        {scope === "organization" ? <span className="block text-xs text-muted">{words.ofAllAccounts}</span> : null}
        {description ? <span className="block truncate text-xs text-faint">{description}</span> : null}
      </>
    ),
  },
  {
    id: "event_types",
    title: words.eventTypes,
    hideBelow: "2xl",
    cell: ({ endpoint: { event_types } }) => <span className="text-muted">{typesWords(event_types)}</span>,
  },
  {
    id: "health",
    title: words.last24Hours,
    hideBelow: "xl",
    cell: ({ health }) => (health ? <span className="text-muted">{dayWords(health)}</span> : null),
  },
  {
    id: "status",
    title: words.status,
    always: true,
    sort: ({ endpoint: { status } }) => status,
    cell: ({ endpoint: { status }, health }) => (
      <>
        <EndpointStatus status={status} />
        {status === "enabled" && health?.failing_since ? (
          <span className="block text-xs text-danger">{words.deliveriesFail}</span>
        ) : null}
        {health && health.held > 0 ? (
          <span className="block text-xs text-muted">{`${words.held}: ${health.held.toLocaleString(numberLocale())}`}</span>
        ) : null}
      </>
    ),
  },
  {
    id: "created_at",
    title: words.registered,
    end: true,
    hideBelow: "3xl",
    sort: ({ endpoint: { created_at } }) => created_at,
    cell: ({ endpoint: { created_at } }) => (
      <span className="text-muted">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
];
