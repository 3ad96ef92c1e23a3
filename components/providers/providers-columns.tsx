import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { fullName } from "#lib/kernel/full-name";
import { type ListedProvider, RowSwitch } from "./provider-row.tsx";
import { words } from "./words.ts";

/** Returns the columns of the table of providers. */
export const providersColumns = (accountId: string): readonly Column<ListedProvider>[] => [
  {
    id: "name",
    title: words.provider,
    always: true,
    grow: 3,
    sort: ({ provider: { last_name, first_name } }) => `${last_name} ${first_name}`,
    cell: ({ provider }) => (
      <>
        <Link href={`/a/${accountId}/providers/${provider.id}`}>{fullName(provider)}</Link>
        <SetAsideMark reason={provider.set_aside} />
        <span className="block truncate text-xs text-faint">{provider.specialty}</span>
      </>
    ),
  },
  {
    id: "ehr_id",
    title: words.emrId,
    hideBelow: "3xl",
    sort: ({ provider }) => provider.ehr_id,
    cell: ({ provider }) => <span className="text-muted">{provider.ehr_id}</span>,
  },
  {
    id: "npi",
    title: words.npi,
    hideBelow: "5xl",
    sort: ({ provider }) => provider.npi ?? "",
    cell: ({ provider }) => <span className="text-muted">{provider.npi}</span>,
  },
  {
    id: "active",
    title: words.active,
    sort: ({ provider }) => provider.status,
    className: "@max-2xl:min-w-24 @max-2xl:whitespace-normal",
    cell: ({ refusal }) => <RowSwitch which="active" refusal={refusal} />,
  },
  {
    id: "shown",
    title: words.availability,
    sort: ({ provider }) => provider.hide_in_availability,
    className: "@max-2xl:min-w-24 @max-2xl:whitespace-normal",
    cell: ({ refusal }) => <RowSwitch which="shown" refusal={refusal} />,
  },
  {
    id: "changed_at",
    title: words.lastChange,
    end: true,
    grow: 1,
    hideBelow: "2xl",
    sort: ({ provider }) => provider.changed_at ?? "",
    cell: ({ provider: { changed_by, changed_at } }) => (
      <span className="text-muted">
        {changed_by}
        {changed_at ? (
          <span className="block text-xs text-faint">
            <RelativeTime at={changed_at} />
          </span>
        ) : null}
      </span>
    ),
  },
];
