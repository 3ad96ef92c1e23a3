"use client";

import { KeyValueList } from "#components/ui/key-value-list";
import { formatExact } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import { useJobType } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/job-record/model";
import { jobGist, jobReference } from "./job-gist.tsx";
import type { AttemptStory } from "./job-story.ts";
import { PatientName } from "./patient-name.tsx";
import { useStatusName } from "./use-status-name.tsx";
import { words } from "./words.ts";

/** Lists the time of each attempt in the clinic's time zone. */
function SentAt({ attempts }: { attempts: readonly AttemptStory[] }) {
  const zone = useTimeZone();
  return (
    <ul className="tabular-nums">
      {attempts.map(({ startedAt }) => (
        <li key={startedAt}>
          <time dateTime={startedAt}>{formatExact(startedAt, zone)}</time>
        </li>
      ))}
    </ul>
  );
}

/** Lists the facts by which a user finds in the EMR the record that a job may have written. */
export function LookFor({ job, attempts }: { job: JobDetailModel; attempts: readonly AttemptStory[] }) {
  const name = useJobType(job.type)?.name ?? job.type;
  const gist = jobGist(job, useStatusName());
  const reference = jobReference(job);
  return (
    <section aria-label={words.recordToFind}>
      <h3 className="mb-2 text-xs font-medium text-muted">{words.recordToFind}</h3>
      <KeyValueList
        items={[
          ...(job.patient_mrn ? [{ name: "patient", label: words.patient, value: <PatientName of={job} /> }] : []),
          { name: "asked", label: name, value: gist || words.seeTechnicalDetails },
          ...(reference ? [{ name: "reference", ...reference }] : []),
          { name: "sent", label: words.sent, value: <SentAt attempts={attempts} /> },
        ]}
      />
    </section>
  );
}
