import { KeyValueList } from "#components/ui/key-value-list";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

/** Shows the texts that the sender keeps with the job. */
export function JobMetadata({ metadata }: Pick<JobDetailModel, "metadata">) {
  const items = Object.entries(metadata).map(([name, value]) => ({ name, label: name, value }));
  if (items.length === 0) return null;
  return (
    <section aria-label={words.metadata}>
      <h3 className="mb-2 text-xs font-medium text-muted">{words.metadata}</h3>
      <KeyValueList items={items} />
    </section>
  );
}
