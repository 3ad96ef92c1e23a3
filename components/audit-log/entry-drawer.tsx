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

/** The changed fields with their values before and after. */
function Changes({ entry }: { entry: AuditEntryModel }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <table className="w-full text-left text-sm">
      <caption className="pb-1 text-left text-xs font-medium text-muted">Changes</caption>
      <thead className="text-xs text-faint">
        <tr>
          {["Field", "Before", "After"].map((title) => (
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
    { name: "at", label: "When", value: formatExact(entry.at, timezone) },
    { name: "actor", label: "Who", value: entry.actor.name },
    { name: "actor-id", label: "Their id", value: entry.actor.id },
    ...(entry.patient_mrn ? [{ name: "patient", label: "Patient", value: <PatientLink of={entry} /> }] : []),
    {
      name: "outcome",
      label: "Outcome",
      value: entry.status === 403 ? "Refused: the permission was missing" : "Performed",
    },
    { name: "action", label: "Permission", value: entry.action },
    { name: "route", label: "Route", value: entry.route },
    ...(entry.job_id !== null || entry.resource !== null
      ? [{ name: "record", label: "Record", value: <EntryRecord entry={entry} accountId={accountId} /> }]
      : []),
    ...(entry.detail && changesOf(entry).length === 0
      ? [{ name: "detail", label: "Detail", value: detailWords(entry) }]
      : []),
    { name: "address", label: "From", value: entry.address ?? "Unknown" },
    { name: "id", label: "Entry", value: entry.id },
  ];
  return (
    <Drawer isOpen onClose={onClose} title="Audit entry" detail={sentence}>
      <div className="flex flex-col gap-6">
        <Changes entry={entry} />
        <KeyValueList items={items} />
      </div>
    </Drawer>
  );
}
