"use client";

import { KeyValueList } from "#components/ui/key-value-list";
import { formatDate, formatHour, formatVisitTime } from "#components/ui/time-words";
import { useTimeZone, useZoneName } from "#components/ui/time-zone";
import { useAccount, useJobType } from "#lib/browser/session/account";
import { shownOf } from "#lib/catalog/shown";
import type { JobDetailModel, JobStanding, JobStatus } from "#lib/job-record/model";
import { todayIn } from "#lib/kernel/dates";
import { mrnWords } from "#lib/resources/patients/mrn";
import { fieldLabel } from "./field-words.ts";
import { jobReference } from "./job-gist.tsx";
import { jobSentence } from "./job-sentence.ts";
import { useStatusName } from "./use-status-name.tsx";

/** Returns "today at 3:04 PM" or "on Mar 2, 2026 at 3:04 PM", in the clinic's time zone and with its name if it differs. */
function useWhen(at: string): string {
  const { timezone } = useAccount();
  const zone = useTimeZone() ?? timezone;
  const zoneName = useZoneName(at);
  const day = todayIn(zone, new Date(at));
  const onDay = day === todayIn(zone) ? "today" : `on ${formatDate(day)}`;
  return [`${onDay} at ${formatHour(at, zone)}`, zoneName].filter(Boolean).join(" ");
}

/** Shows what a job did in one sentence. An internal job has none. */
export function JobSentence({ job, standing }: { job: JobDetailModel; standing: JobStanding }) {
  const { name, timezone } = useAccount();
  const when = useWhen(job.finished_at ?? job.created_at);
  const statusName = useStatusName(useJobType(job.type)?.place === "appointment");
  const deed = shownOf(job.type)?.deed(job.request, {
    status: statusName,
    day: formatDate,
    moment: (at) => formatVisitTime(at, timezone),
  });
  if (!deed) return null;
  const patient = job.patient_name ?? (job.patient_mrn === null ? null : mrnWords(job.patient_mrn));
  const sentence = (state: JobStatus, at: string | null) =>
    jobSentence({ deed, patient, account: name, standing: { ...standing, state }, when: at });
  return (
    // The sentence of its end takes its lines from the beginning, so that nothing below moves (globals.css).
    <p data-reserved={sentence("completed", when)} className="text-lg leading-6 font-medium text-balance">
      <span>{sentence(standing.state, job.finished_at && when)}</span>
    </p>
  );
}

/** Returns the EMR's ids of what the job created: those of its result that its acceptance did not know yet. */
const createdIds = ({ result, identifiers }: JobDetailModel) =>
  Object.entries(result ?? {}).flatMap(([name, value]) =>
    name.startsWith("emr_") && typeof value === "string" && !(name in identifiers)
      ? [{ name, label: fieldLabel(name), value }]
      : [],
  );

/** Shows the numbers by which a user finds the record again: the user's own reference, and the EMR's ids. */
export function JobNumbers({ job }: { job: JobDetailModel }) {
  const reference = jobReference(job);
  const isOwn = reference !== null && !Object.values(job.identifiers).includes(reference.value);
  const items = [...(isOwn ? [{ name: "reference", ...reference }] : []), ...createdIds(job)];
  return items.length > 0 ? <KeyValueList items={items} /> : null;
}
