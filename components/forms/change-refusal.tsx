import { Banner } from "#components/ui/banner";
import { changeFailureWords } from "#lib/browser/forms/failure-words";

/** Says why a switch was not changed, and what it shows now. */
export function ChangeRefusal({ error }: { error: Error }) {
  const { title, next } = changeFailureWords(error);
  return (
    <Banner tone="danger" title={title} announce>
      {next}
    </Banner>
  );
}
