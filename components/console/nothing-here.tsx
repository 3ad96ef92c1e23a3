"use client";

import { SearchX } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import { useAccountId } from "#lib/client/account";

/** In place of a page of an account that is not there. */
export function NothingHere() {
  const accountId = useAccountId();
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title="There is nothing here"
        action={<ButtonLink href={`/a/${accountId}`}>Go to the beginning</ButtonLink>}
      >
        The address may be mistyped, or what it names is gone.
      </EmptyState>
    </>
  );
}
