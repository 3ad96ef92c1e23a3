import { KeyValueList } from "#components/ui/key-value-list";
import type { JobDetailModel } from "#lib/job-record/model";
import { asSentence } from "./field-words.ts";
import { words } from "./words.ts";

/** Shows both values of the fields that another had changed in the EMR. */
export function JobConflicts({ conflicts }: Pick<JobDetailModel, "conflicts">) {
  return conflicts.map(({ field, ours, theirs }) => (
    <section key={field} aria-label={`${words.changedByAnother}: ${field}`} className="flex flex-col gap-1">
      <h3 className="font-medium text-fg">{asSentence(field)}</h3>
      <KeyValueList
        items={[
          { name: "theirs", label: words.inTheEmr, value: <Text>{theirs}</Text> },
          { name: "ours", label: words.inThisRequest, value: <Text>{ours}</Text> },
        ]}
      />
    </section>
  ));
}

/** Keeps the line breaks of notes. */
const Text = ({ children }: { children: string }) =>
  children === "" ? (
    <span className="text-faint">{words.empty}</span>
  ) : (
    <span className="whitespace-pre-wrap">{children}</span>
  );
