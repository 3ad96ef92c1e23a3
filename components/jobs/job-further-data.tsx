import { KeyValueList, type KeyValueListProps } from "#components/ui/key-value-list";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./job-further-data-words.ts";
import { JobRaw } from "./job-raw.tsx";

function Part({ title, items }: KeyValueListProps & { title: string }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-xs font-medium text-muted">{title}</h3>
      <KeyValueList items={items} />
    </section>
  );
}

interface JobFurtherDataProps {
  job: JobDetailModel;
  envelope: Record<string, unknown> | null;
}

/** Shows what a job has for integrators: the texts that its sender keeps with it, the codes of its failure, and raw data. */
export function JobFurtherData({ job, envelope }: JobFurtherDataProps) {
  const { metadata, reasons, forgotten_at } = job;
  return (
    <div data-held-list="" className="flex flex-col gap-6">
      <Part
        title={words.metadata}
        items={Object.entries(metadata).map(([name, value]) => ({ name, label: name, value }))}
      />
      <Part
        title={words.reasonCodes}
        items={reasons.map(({ code, description }, index) => ({
          name: String(index),
          label: code,
          value: description,
        }))}
      />
      {forgotten_at === null ? <JobRaw job={job} envelope={envelope} /> : null}
    </div>
  );
}
