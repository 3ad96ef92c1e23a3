"use client";

import { RefreshCw } from "lucide-react";
import { PatientName } from "#components/jobs/patient-name";
import { Button } from "#components/ui/button";
import { Drawer } from "#components/ui/drawer";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { KeyValueList } from "#components/ui/key-value-list";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { Skeleton } from "#components/ui/skeleton";
import { formatDate } from "#components/ui/time-words";
import { claimList } from "#lib/browser/api/claims";
import { useAside } from "#lib/browser/page/form-intent";
import { useRows } from "#lib/browser/page/use-rows";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { formatMoney } from "#lib/kernel/money";
import type { ClaimRecord } from "#lib/resources/claims/model";

function Record({ claim }: { claim: ClaimRecord }) {
  const { id: accountId } = useAccount();
  return (
    <KeyValueList
      items={[
        {
          name: "patient_mrn",
          label: "Patient",
          value: (
            <Link href={`/a/${accountId}/patients/${encodeURIComponent(claim.patient_mrn)}`}>
              <PatientName of={claim} />
            </Link>
          ),
        },
        { name: "service_date", label: "Service date", value: formatDate(claim.service_date) },
        { name: "claim_status_description", label: "Status", value: claim.claim_status_description },
        { name: "claim_status", label: "Status code", value: claim.claim_status },
        { name: "total_charge", label: "Total charge", value: formatMoney(claim.total_charge) },
        { name: "balance", label: "Balance", value: formatMoney(claim.balance) },
        { name: "updated_at", label: "Changed", value: <RelativeTime at={claim.updated_at} /> },
        { name: "emr_claim_id", label: "EMR claim number", value: claim.emr_claim_id },
        { name: "id", label: "ID", value: claim.id },
      ]}
    />
  );
}

/** Opens the form that refreshes this claim from the EMR; hidden if the EMR does not support it. */
function RefreshThis({ number }: { number: string }) {
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { openForm } = useAside();
  if (!fetching || !isSupported(account, fetching)) return null;
  return (
    <Button icon={<RefreshCw aria-hidden="true" />} onPress={() => openForm(fetching.id, { claim_ids: [number] })}>
      Refresh this claim
    </Button>
  );
}

/** Shows all fields of a claim, identified by its EMR claim number. */
export function ClaimDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { query, rows } = useRows(claimList(useAccount().id, { claim_ids: number }));
  const claim = rows.find(({ emr_claim_id }) => emr_claim_id === number);
  const { isPending, isError, isSuccess, error, refetch } = query;
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={`Claim ${number}`}
      detail={claim ? claim.claim_status_description : undefined}
      footer={claim ? <RefreshThis number={number} /> : undefined}
    >
      {isPending ? <Skeleton className="h-64 w-full" /> : null}
      {isError && !claim ? (
        <ErrorState title="The claim could not be loaded" onRetry={() => void refetch()}>
          {error.message}. Nothing was changed.
        </ErrorState>
      ) : null}
      {claim ? <Record claim={claim} /> : null}
      {isSuccess && !claim ? (
        <EmptyState title="There is no such claim">
          It may not have been brought in from the EMR yet, or belong to another account of yours.
        </EmptyState>
      ) : null}
    </Drawer>
  );
}
