"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Stethoscope } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { ListSection } from "#components/list-page/list-section";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import type { EmrAppModel } from "#lib/administration/emr-apps/model";
import { emrApps, emrAppsKey, removeEmrApp } from "#lib/browser/api/emr-apps";
import { useAccountId } from "#lib/browser/session/account";
import { emrAppsColumns } from "./emr-apps-columns.tsx";
import { EMR_APPS, words } from "./emr-apps-words.ts";

const NewEmrAppDialog = dynamic(() => import("./new-emr-app-dialog.tsx").then((module) => module.NewEmrAppDialog), {
  ssr: false,
});

const keyOf = ({ id }: EmrAppModel) => id;

/** Lists the apps as which this deployment is registered at EMRs, for admins. */
export function EmrAppsSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(emrApps(accountId));
  const [isOpen, setOpen] = useState(false);
  const [leaving, setLeaving] = useState<EmrAppModel | null>(null);
  const table = useTable(
    "emr-apps",
    useMemo(() => emrAppsColumns(setLeaving), []),
  );
  const refresh = () => void cache.invalidateQueries({ queryKey: emrAppsKey(accountId) });
  return (
    <ListSection
      title={words.title}
      note={words.note}
      action={
        <Button icon={<Plus aria-hidden="true" />} onPress={() => setOpen(true)}>
          {words.add}
        </Button>
      }
      things={EMR_APPS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      usual={1}
      empty={
        <EmptyState icon={<Stethoscope aria-hidden="true" />} title={words.none}>
          {words.noneHint}
        </EmptyState>
      }
    >
      {isOpen ? (
        <NewEmrAppDialog
          onMade={() => {
            setOpen(false);
            refresh();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {leaving ? (
        <Confirm
          title={`${words.removeNamed(leaving.issuer)}?`}
          action={words.removeNamed(leaving.issuer)}
          danger
          onConfirm={() => removeEmrApp(accountId, leaving.id)}
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
