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
import { SetAsideBanner } from "#components/ui/set-aside-banner";
import { Skeleton } from "#components/ui/skeleton";
import { formatDate } from "#components/ui/time-words";
import { claimList } from "#lib/browser/api/claims";
import { useAside } from "#lib/browser/page/form-intent";
import { useRows } from "#lib/browser/page/use-rows";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { formatMoney } from "#lib/kernel/money";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { words } from "./claim-words.ts";

function Record({ claim }: { claim: ClaimRecord }) {
  const { id: accountId } = useAccount();
  return (
    <KeyValueList
      items={[
        {
          name: "patient_mrn",
          label: words.patient,
          value: (
            <Link href={`/a/${accountId}/patients/${encodeURIComponent(claim.patient_mrn)}`}>
              <PatientName of={claim} />
            </Link>
          ),
        },
        { name: "service_date", label: words.serviceDate, value: formatDate(claim.service_date) },
        { name: "claim_status_description", label: words.status, value: claim.claim_status_description },
        { name: "claim_status", label: words.statusCode, value: claim.claim_status },
        { name: "total_charge", label: words.totalCharge, value: formatMoney(claim.total_charge) },
        { name: "balance", label: words.balance, value: formatMoney(claim.balance) },
        { name: "updated_at", label: words.changed, value: <RelativeTime at={claim.updated_at} /> },
        { name: "emr_claim_id", label: words.claimNumber, value: claim.emr_claim_id },
        { name: "id", label: words.id, value: claim.id },
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
      {words.refreshThisClaim}
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
      title={words.claimNumbered(number)}
      detail={claim ? claim.claim_status_description : undefined}
      footer={claim ? <RefreshThis number={number} /> : undefined}
    >
      {isPending ? <Skeleton className="h-64 w-full" /> : null}
      {isError && !claim ? (
        <ErrorState title={words.claimNotLoaded} onRetry={() => void refetch()}>
          {error.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {claim ? (
        <>
          <SetAsideBanner reason={claim.set_aside} />
          <Record claim={claim} />
        </>
      ) : null}
      {isSuccess && !claim ? <EmptyState title={words.noSuchClaim}>{words.noSuchClaimHint}</EmptyState> : null}
    </Drawer>
  );
}
