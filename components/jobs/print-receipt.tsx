"use client";

import { Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { Button } from "#components/ui/button";
import { shownOf } from "#lib/catalog/shown";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

const ReceiptSheet = dynamic(() => import("./receipt-sheet.tsx").then((module) => module.ReceiptSheet), {
  ssr: false,
});

/** Prints the patient's receipt of a completed job whose operation has one. */
export function PrintReceipt({ job, gone }: { job: JobDetailModel; gone: boolean }) {
  const [isPrinting, setPrinting] = useState(false);
  const onPrinted = useCallback(() => setPrinting(false), []);
  const lines = job.result && shownOf(job.type)?.receipt?.(job.result);
  if (!lines || !job.finished_at) return null;
  return (
    <>
      <Button icon={<Printer aria-hidden="true" />} gone={gone} onPress={() => setPrinting(true)}>
        {words.printReceipt}
      </Button>
      {isPrinting ? <ReceiptSheet job={job} lines={lines} onDone={onPrinted} /> : null}
    </>
  );
}
