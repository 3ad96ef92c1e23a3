import { SearchX } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";

/** Replaces a missing page of the account; the account's layout remains. */
export default function AccountNotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={<SearchX />} title="There is nothing here" action={<Link href="/">Go to the beginning</Link>}>
        The address may be mistyped, or the record no longer exists.
      </EmptyState>
    </>
  );
}
