import { Banner } from "#components/ui/banner";
import { words } from "./words.ts";

/** Shows the warnings of the acceptance: unused fields of the request, with the fields that were probably meant. */
export function JobWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" title={words.unusedFields}>
      <ul className="list-disc pl-4 break-words">
        {[...new Set(warnings)].map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Banner>
  );
}
