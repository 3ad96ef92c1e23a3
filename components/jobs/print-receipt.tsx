"use client";

import { Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { Button } from "#components/ui/button";
import { formatExact } from "#components/ui/time-words";
import { useAccount } from "#lib/browser/session/account";
import { shownOf } from "#lib/catalog/shown";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

const ReceiptSheet = dynamic(() => import("./receipt-sheet.tsx").then((module) => module.ReceiptSheet), {
  ssr: false,
});

/** Prints the patient's receipt of a completed job whose operation has one. */
export function PrintReceipt({ job, gone }: { job: JobDetailModel; gone: boolean }) {
  const { name, organization_name, timezone } = useAccount();
  const [isPrinting, setPrinting] = useState(false);
  const onPrinted = useCallback(() => setPrinting(false), []);
  const lines = job.result && shownOf(job.type)?.receipt?.(job.result);
  if (!lines || !job.finished_at) return null;
  const receipt = {
    organization: organization_name,
    account: name,
    patient: job.patient_name ?? job.patient_mrn ?? "",
    confirmed: formatExact(job.finished_at, timezone),
    lines,
  };
  return (
    <>
      <Button icon={<Printer aria-hidden="true" />} gone={gone} onPress={() => setPrinting(true)}>
        {words.printReceipt}
      </Button>
      {isPrinting ? <ReceiptSheet {...receipt} onDone={onPrinted} /> : null}
    </>
  );
}
