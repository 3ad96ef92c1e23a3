"use client";

import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import type { JobFilters } from "#lib/browser/api/jobs";
import { words } from "./words.ts";

const RetryDialog = dynamic(() => import("./retry-dialog.tsx").then((module) => module.RetryDialog), { ssr: false });

/** Returns whether the filters can match failed jobs. */
const mayShowFailed = ({ status }: JobFilters) => !status || status.split(",").includes("failed");

/** Retries every failed job of the current selection, after showing their number. */
export function RetryFailed({ filters }: { filters: JobFilters }) {
  const [open, setOpen] = useState(false);
  if (!mayShowFailed(filters)) return null;
  return (
    <>
      <Button icon={<RotateCw aria-hidden="true" />} onPress={() => setOpen(true)}>
        {words.retryFailed}
      </Button>
      {open ? <RetryDialog filters={filters} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
