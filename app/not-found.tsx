import { SearchX } from "lucide-react";
import { words } from "#components/shell/missing-words.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";

/** Shown for missing pages and for those of other organizations alike, so that their existence is not revealed. */
export default function NotFound() {
  return (
    <main className="pt-[12vh]">
      <EmptyState icon={<SearchX />} title={words.nothingHere} action={<Link href="/">{words.goToConsole}</Link>}>
        {words.notYours}
      </EmptyState>
    </main>
  );
}
