"use client";

import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import type { JobFilters } from "#lib/browser/api/jobs";

const RetryDialog = dynamic(() => import("./retry-dialog.tsx").then((module) => module.RetryDialog), { ssr: false });

/** Whether failed jobs are among what these filters show. */
const mayShowFailed = ({ status }: JobFilters) => !status || status.split(",").includes("failed");

/** Tries every failed job of the present selection again, after saying how many they are. */
export function RetryFailed({ filters }: { filters: JobFilters }) {
  const [open, setOpen] = useState(false);
  if (!mayShowFailed(filters)) return null;
  return (
    <>
      <Button icon={<RotateCw aria-hidden="true" />} onPress={() => setOpen(true)}>
        Retry failed…
      </Button>
      {open ? <RetryDialog filters={filters} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
