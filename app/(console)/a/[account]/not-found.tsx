import { SearchX } from "lucide-react";
import { words } from "#components/shell/missing-words.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";

/** Replaces a missing page of the account; the account's layout remains. */
export default function AccountNotFound() {
  return (
    <>
      <h1 className="sr-only">{words.notFound}</h1>
      <EmptyState icon={<SearchX />} title={words.nothingHere} action={<Link href="/">{words.goToToday}</Link>}>
        {words.noLonger}
      </EmptyState>
    </>
  );
}
