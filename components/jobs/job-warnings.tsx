import { Banner } from "#components/ui/banner";

/** What the acceptance warned of: fields of the request that were not used, with those that were probably meant. */
export function JobWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" title="The request had fields that were not used">
      <ul className="list-disc pl-4 break-words">
        {[...new Set(warnings)].map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Banner>
  );
}
