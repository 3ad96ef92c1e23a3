"use client";

import { Button } from "#components/ui/button";
import { useFindTime } from "#lib/browser/page/find-time";
import { useOperationAt, useUserId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface FindTimeLinkProps {
  operationId: string;
  /** Returns the present values of the form, which the search begins with. */
  valuesOf: () => Record<string, unknown>;
}

function SearchLink({ valuesOf }: Pick<FindTimeLinkProps, "valuesOf">) {
  const { open } = useFindTime();
  const search = () => {
    const given = Object.entries(valuesOf()).filter(([, value]) => value !== "" && value != null);
    open("any", Object.fromEntries(given));
  };
  return (
    <div>
      <Button variant="link" onPress={search}>
        {words.findTime}
      </Button>
    </div>
  );
}

/** Leads from the form of a booking to the search for a time, which fills in the form again; nothing in an embedded view, which has no such panel. */
export function FindTimeLink({ operationId, valuesOf }: FindTimeLinkProps) {
  const booking = useOperationAt("open-slot");
  const isEmbedded = useUserId() === undefined;
  return isEmbedded || booking?.id !== operationId ? null : <SearchLink valuesOf={valuesOf} />;
}
