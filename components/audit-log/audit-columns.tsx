import { Ban } from "lucide-react";
import { PatientLink } from "#components/jobs/patient-link";
import { Badge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { formatDate, formatExact, formatTime } from "#components/ui/time-words";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { todayIn } from "#lib/kernel/dates";
import { detailWords } from "./detail-words.ts";
import { recordKind } from "./route-words.ts";
import { words } from "./words.ts";

const KINDS = {
  api_client: words.apiClient,
  user: words.person,
  embed: words.embeddedView,
  mcp_token: words.assistant,
  scim_token: words.directory,
  operator: words.operator,
  anonymous: words.notSignedIn,
};

/** The data of the columns besides the entry. */
interface Context {
  accountId: string;
  timeZone: string;
  /** Says what the entry's actor did. */
  sentenceOf: (entry: AuditEntryModel) => string;
  onOpen: (id: string) => void;
}

/** Returns the entry's change, if it is recorded, its permission and its route. */
const aboutOf = (entry: AuditEntryModel): string =>
  [detailWords(entry), entry.action, entry.route].filter(Boolean).join(" · ");

/** The record of an entry: a link to its job, or the kind of record and its id. */
export function EntryRecord({ entry, accountId }: { entry: AuditEntryModel; accountId: string }) {
  const { job_id: jobId, resource, route, linked_account_id: ofAccount } = entry;
  if (jobId !== null) {
    if (ofAccount !== accountId) return <span className="text-muted">{words.jobNumbered(jobId)}</span>;
    return (
      <span className="relative z-1">
        <Link href={`/a/${accountId}/jobs/${jobId}`}>{words.jobNumbered(jobId)}</Link>
      </span>
    );
  }
  if (resource === null) return null;
  return (
    <span className="text-muted">
      <span className="block text-xs text-faint">{recordKind(route)}</span>
      <span className="block max-w-40 truncate" title={resource}>
        {resource}
      </span>
    </span>
  );
}

/** Returns the columns of the audit log. */
export const auditColumns = ({
  accountId,
  timeZone,
  sentenceOf,
  onOpen,
}: Context): readonly Column<AuditEntryModel>[] => [
  {
    id: "at",
    title: words.when,
    always: true,
    className: "h-14",
    sort: ({ at }) => Date.parse(at),
    cell: ({ at }) => (
      <time dateTime={at} title={formatExact(at, timeZone)} className="text-muted">
        <span className="block">{formatDate(todayIn(timeZone, new Date(at)))}</span>
        <span className="block text-xs text-faint">{formatTime(at, timeZone)}</span>
      </time>
    ),
  },
  {
    id: "sentence",
    title: words.whatHappened,
    always: true,
    grow: 3,
    sort: (entry) => entry.actor.name,
    cell: (entry) => (
      <>
        {/* The narrower the table, the more lines the sentence has. Every row keeps their space, so that rows are even. */}
        <span className="flex min-h-15 items-center gap-2 @2xl:min-h-10 @4xl:min-h-0">
          <button
            type="button"
            onClick={() => onOpen(entry.id)}
            className="line-clamp-3 min-w-0 rounded-sm text-left wrap-anywhere whitespace-normal text-fg after:absolute after:inset-0 after:content-[''] @2xl:line-clamp-2 @4xl:line-clamp-1"
            title={`${entry.actor.name} ${sentenceOf(entry)}`}
          >
            <span className="font-medium">{entry.actor.name}</span> {sentenceOf(entry)}
          </button>
          {entry.status === 403 ? (
            <Badge tone="warning" icon={<Ban aria-hidden="true" />}>
              {words.refused}
            </Badge>
          ) : null}
        </span>
        <span className="block truncate text-xs text-faint @max-2xl:hidden" title={aboutOf(entry)}>
          {aboutOf(entry)}
        </span>
      </>
    ),
  },
  { id: "patient", title: words.patient, grow: 1, hideBelow: "2xl", cell: (entry) => <PatientLink of={entry} /> },
  {
    id: "record",
    title: words.record,
    hideBelow: "3xl",
    cell: (entry) => <EntryRecord entry={entry} accountId={accountId} />,
  },
  {
    id: "kind",
    title: words.who,
    hideBelow: "5xl",
    optional: true,
    sort: ({ actor }) => actor.kind,
    cell: ({ actor }) => KINDS[actor.kind],
  },
  {
    id: "address",
    title: words.from,
    end: true,
    hideBelow: "4xl",
    sort: ({ address }) => address ?? "",
    cell: ({ address }) => <span className="text-muted">{address}</span>,
  },
];
