import { SearchX } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";

/** Shown for missing pages and for those of other organizations alike, so that their existence is not revealed. */
export default function NotFound() {
  return (
    <main className="pt-[12vh]">
      <EmptyState icon={<SearchX />} title="There is nothing here" action={<Link href="/">Go to the console</Link>}>
        The address may be mistyped, or the record belongs to an account that you can’t see.
      </EmptyState>
    </main>
  );
}
