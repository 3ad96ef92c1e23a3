"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { KeyValueList } from "#components/ui/key-value-list";
import { Section } from "#components/ui/section";
import { Skeleton } from "#components/ui/skeleton";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { settings } from "#lib/browser/api/settings";
import { useAccount, useMay } from "#lib/browser/session/account";
import { DeskSettingsDialog } from "./desk-settings-dialog.tsx";
import { words } from "./desk-settings-words.ts";

/** Shows what receipts say of the clinic and which payment methods have no reference number, and opens their form. */
export function DeskSettings() {
  const { id, organization_name } = useAccount();
  const mayChange = useMay("settings:update");
  const { data, error, isPending, refetch } = useQuery(settings(id));
  const [open, setOpen] = useState(false);
  const { clinic, methods_without_reference: methods = [] } = data ?? {};
  const items = clinic && [
    { name: "name", label: words.name, value: clinic.name ?? words.nameNotEntered(organization_name) },
    {
      name: "address",
      label: words.address,
      value: <span className="whitespace-pre-line">{clinic.address ?? words.notEntered}</span>,
    },
    { name: "phone", label: words.phone, value: clinic.phone ?? words.notEntered },
    { name: "tax_id", label: words.taxId, value: clinic.tax_id ?? words.notEntered },
    { name: "methods", label: words.methods, value: methods.join(", ") || words.none },
  ];
  return (
    <Section
      title={words.title}
      note={words.note}
      action={
        mayChange && data ? (
          <Button icon={<Pencil aria-hidden="true" />} onPress={() => setOpen(true)}>
            {words.change}
          </Button>
        ) : null
      }
    >
      {isPending ? <Skeleton className="h-40" /> : null}
      {items ? (
        <div className="rounded-lg border border-line bg-surface px-4 py-2">
          <KeyValueList items={items} />
        </div>
      ) : null}
      {error && !data ? (
        error instanceof ApiFailure && error.status === 404 ? (
          <EmptyState title={words.notEntered}>{words.afterSync}</EmptyState>
        ) : (
          <ErrorState title={words.notLoaded} onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        )
      ) : null}
      {open && data ? <DeskSettingsDialog settings={data} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}
