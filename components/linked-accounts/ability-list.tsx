"use client";

import { Check, Minus } from "lucide-react";
import { canStart, isSupported, useAccount, useOperations } from "#lib/browser/session/account";
import { words } from "./words.ts";

/** Lists every operation, and whether it is supported by the EMR of this page's account and switched on. */
export function AbilityList() {
  const account = useAccount();
  const operations = useOperations();
  if (account.capabilities.length === 0) {
    return <p className="text-sm text-muted">{words.operationsAfterSync}</p>;
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 rounded-lg border border-line bg-surface px-4 py-2">
      {operations.map((operation) => {
        const refusal = isSupported(account, operation) ? words.switchedOff : words.notSupported;
        const canBeStarted = canStart(account, operation);
        return (
          <li key={operation.id} className="flex items-center gap-2 py-1.5 text-sm">
            {canBeStarted ? (
              <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
            ) : (
              <Minus aria-hidden="true" className="size-4 shrink-0 text-faint" />
            )}
            <span className={canBeStarted ? "" : "text-faint"}>
              {operation.name}
              {canBeStarted ? null : ` · ${refusal}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
