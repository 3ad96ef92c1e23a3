"use client";

import { RefreshCw } from "lucide-react";
import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { words } from "./refresh-words.ts";

/** Maximum number of claims of one refresh (interface 8). */
const MOST_REFRESHED = 25;

/** Opens the form that refreshes the selected claims. */
export function RefreshSelected({ numbers }: { numbers: readonly string[] }) {
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { openForm } = useAside();
  if (!fetching || !isSupported(account, fetching)) return null;
  if (numbers.length > MOST_REFRESHED) return <p>{words.mostRefreshed(MOST_REFRESHED)}</p>;
  return (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden="true" />}
      onPress={() => openForm(fetching.id, { claim_ids: [...numbers] })}
    >
      {words.refreshSelected}
    </Button>
  );
}
