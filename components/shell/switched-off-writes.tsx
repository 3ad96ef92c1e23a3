"use client";

import { PencilOff } from "lucide-react";
import { Link } from "#components/ui/link";
import { useAccount, useMay, useOperations } from "#lib/browser/session/account";
import { words } from "./words.ts";
import { switchedOffWords } from "./write-words.ts";

/** Names the writes that an admin has not switched on for the account's EMR, on the page Today. */
export function SwitchedOffWrites() {
  const account = useAccount();
  const switchedOff = switchedOffWords(account, useOperations());
  const maySwitch = useMay("linked-accounts:update");
  if (switchedOff === null) return null;
  return (
    <p className="flex gap-1.5 text-sm text-muted">
      <PencilOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="min-w-0">
        {switchedOff}{" "}
        {maySwitch ? <Link href={`/a/${account.id}/integrations`}>{words.writesOfEmr}</Link> : words.adminCanSwitch}
      </span>
    </p>
  );
}
