import { KeyValueList } from "#components/ui/key-value-list";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

/** Shows the codes of a failure, by which an integrator's program tells failures apart. */
export function JobReasons({ reasons }: Pick<JobDetailModel, "reasons">) {
  if (reasons.length === 0) return null;
  const items = reasons.map(({ code, description }, index) => ({
    name: String(index),
    label: code,
    value: description,
  }));
  return (
    <section aria-label={words.reasonCodes}>
      <h3 className="mb-2 text-xs font-medium text-muted">{words.reasonCodes}</h3>
      <KeyValueList items={items} />
    </section>
  );
}
