"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AppWindow } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { ListSection } from "#components/list-page/list-section";
import { Confirm } from "#components/ui/confirm";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Skeleton } from "#components/ui/skeleton";
import type { EmbedOriginModel } from "#lib/administration/embedding/model";
import { embedOrigins, embedOriginsKey, takeOriginBack } from "#lib/browser/api/embed-origins";
import { useAccountId } from "#lib/browser/session/account";
import { originsColumns } from "./origins-columns.tsx";
import { ORIGINS, words } from "./words.ts";

/** The form loads the schema of its body, which the first view does not need. */
const RegisterForm = dynamic(() => import("./register-form.tsx").then((module) => module.RegisterForm), {
  ssr: false,
  loading: () => <Skeleton className="h-19 max-w-xl" />,
});

const keyOf = ({ id }: EmbedOriginModel) => id;

/** The origins whose pages may frame the organization's views. */
export function OriginsSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(embedOrigins(accountId));
  const [leaving, setLeaving] = useState<EmbedOriginModel | null>(null);
  const table = useTable(
    "origins",
    useMemo(() => originsColumns(setLeaving), []),
  );
  const refresh = () => void cache.invalidateQueries({ queryKey: embedOriginsKey(accountId) });
  return (
    <ListSection
      title={words.allowedOrigins}
      note={words.originsNote}
      intro={<RegisterForm onRegistered={refresh} />}
      things={ORIGINS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      usual={1}
      empty={
        <EmptyState icon={<AppWindow aria-hidden="true" />} title={words.noOrigins}>
          {words.noOriginsHint}
        </EmptyState>
      }
    >
      {leaving ? (
        <Confirm
          title={`${words.removeNamed(leaving.origin)}?`}
          action={words.removeNamed(leaving.origin)}
          danger
          onConfirm={() => takeOriginBack(accountId, leaving.id)}
          onDone={() => {
            setLeaving(null);
            refresh();
          }}
          onClose={() => setLeaving(null)}
        >
          {words.removeEffect}
        </Confirm>
      ) : null}
    </ListSection>
  );
}
