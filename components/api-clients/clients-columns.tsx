import { CopyButton } from "#components/ui/copy-button";
import { CredentialState } from "#components/ui/credential-state";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import type { ApiClientModel } from "#lib/administration/api-clients/model";
import { ClientMenu } from "./client-menu.tsx";
import { words } from "./words.ts";

function State({ status, unknown_fields, may_link }: ApiClientModel) {
  if (status !== "active") return <CredentialState isAccepted={false}>{words.revoked}</CredentialState>;
  return (
    <span className="flex flex-col items-start gap-1">
      <CredentialState isAccepted>{words.active}</CredentialState>
      {unknown_fields === "refuse" ? <span className="text-xs text-muted">{words.refusesUnknownFields}</span> : null}
      {may_link ? <span className="text-xs text-muted">{words.linksEmrs}</span> : null}
    </span>
  );
}

/** The columns of the table of API clients. */
export const CLIENT_COLUMNS: readonly Column<ApiClientModel>[] = [
  {
    id: "name",
    title: words.name,
    always: true,
    grow: 1,
    sort: ({ name }) => name,
    cell: ({ name }) => (
      <span className="font-medium" title={name}>
        {name}
      </span>
    ),
  },
  {
    id: "client_id",
    title: words.clientId,
    hideBelow: "xl",
    cell: ({ name, client_id }) => (
      <span className="flex items-center gap-1">
        <code className="max-w-56 truncate text-muted">{client_id}</code>
        <CopyButton text={client_id} label={words.copyClientId(name)} iconOnly />
      </span>
    ),
  },
  {
    id: "status",
    title: words.state,
    always: true,
    sort: ({ status }) => status,
    cell: (client) => <State {...client} />,
  },
  {
    id: "last_used_at",
    title: words.lastUsed,
    end: true,
    hideBelow: "md",
    sort: ({ last_used_at }) => last_used_at ?? "",
    cell: ({ last_used_at: at }) => <span className="text-muted">{at ? <RelativeTime at={at} /> : words.never}</span>,
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (client) => <ClientMenu client={client} />,
  },
];
