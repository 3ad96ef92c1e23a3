"use client";

import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { words } from "./words.ts";

const RetryDialog = dynamic(() => import("./retry-dialog.tsx").then((module) => module.RetryDialog), { ssr: false });

/** Retries the failed ones of the selected jobs, after showing their number. */
export function RetrySelected({ jobIds }: { jobIds: readonly number[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<RotateCw aria-hidden="true" />} onPress={() => setOpen(true)}>
        {words.retrySelected}
      </Button>
      {open ? (
        <RetryDialog filters={{ job_ids: jobIds.join(",") }} isHandpicked onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
