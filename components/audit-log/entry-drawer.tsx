"use client";

import { PatientLink } from "#components/jobs/patient-link";
import { Drawer } from "#components/ui/drawer";
import { KeyValueList } from "#components/ui/key-value-list";
import { formatExact } from "#components/ui/time-words";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { useAccount } from "#lib/browser/session/account";
import { EntryRecord } from "./audit-columns.tsx";
import { changesOf, detailWords } from "./detail-words.ts";
import { useSentences } from "./use-sentences.ts";
import { words } from "./words.ts";

/** The changed fields with their values before and after. */
function Changes({ entry }: { entry: AuditEntryModel }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <table className="w-full text-left text-sm">
      <caption className="pb-1 text-left text-xs font-medium text-muted">{words.changes}</caption>
      <thead className="text-xs text-faint">
        <tr>
          {[words.field, words.before, words.after].map((title) => (
            <th key={title} scope="col" className="py-1 pr-3 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line align-top">
        {changes.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row" className="py-1.5 pr-3 font-normal text-muted first-letter:uppercase">
              {field}
            </th>
            <td className="py-1.5 pr-3 break-words">{from}</td>
            <td className="py-1.5 break-words">{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows all fields of an entry of the audit log. */
export function EntryDrawer({ entry, onClose }: { entry: AuditEntryModel; onClose: () => void }) {
  const { id: accountId, timezone } = useAccount();
  const sentence = `${entry.actor.name} ${useSentences()(entry)}`;
  const items = [
    { name: "at", label: words.when, value: formatExact(entry.at, timezone) },
    { name: "actor", label: words.who, value: entry.actor.name },
    { name: "actor-id", label: words.theirId, value: entry.actor.id },
    ...(entry.patient_mrn ? [{ name: "patient", label: words.patient, value: <PatientLink of={entry} /> }] : []),
    {
      name: "outcome",
      label: words.outcome,
      value: entry.status === 403 ? words.outcomeRefused : words.outcomePerformed,
    },
    { name: "action", label: words.permission, value: entry.action },
    { name: "route", label: words.route, value: entry.route },
    ...(entry.job_id !== null || entry.resource !== null
      ? [{ name: "record", label: words.record, value: <EntryRecord entry={entry} accountId={accountId} /> }]
      : []),
    ...(entry.detail && changesOf(entry).length === 0
      ? [{ name: "detail", label: words.detail, value: detailWords(entry) }]
      : []),
    { name: "address", label: words.from, value: entry.address ?? words.unknown },
    { name: "id", label: words.entry, value: entry.id },
  ];
  return (
    <Drawer isOpen onClose={onClose} title={words.auditEntry} detail={sentence}>
      <div className="flex flex-col gap-6">
        <Changes entry={entry} />
        <KeyValueList items={items} />
      </div>
    </Drawer>
  );
}
