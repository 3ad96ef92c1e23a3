"use client";

import { useQuery } from "@tanstack/react-query";
import { KindAge } from "#components/jobs/kind-age";
import { accountSync } from "#lib/browser/api/account-sync";
import { fieldWords } from "#lib/kernel/field-words";
import { words } from "./kind-ages-words.ts";

/** Lists each kind of record of an account: how old it is, how often it is read, and whether the EMR tells of its changes. */
export function KindAges({ accountId }: { accountId: string }) {
  const { data: kinds } = useQuery(accountSync(accountId));
  if (!kinds) return <p className="text-xs text-faint">{words.loading}</p>;
  return (
    <>
      <p className="text-xs font-medium text-faint">{words.title}</p>
      <dl className="mt-1 grid max-w-88 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        {kinds.map((sync) => (
          <div key={sync.kind} className="contents">
            <dt className="text-fg">{fieldWords(sync.kind)}</dt>
            <dd className="text-right text-muted">
              <KindAge sync={sync} inLine />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
