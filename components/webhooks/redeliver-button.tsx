"use client";

import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import type { LogFilters } from "./log-filters.ts";
import { words } from "./words.ts";

const RedeliverDialog = dynamic(() => import("./redeliver-dialog.tsx").then((module) => module.RedeliverDialog), {
  ssr: false,
});

/** Redelivers the events of a range of days, after showing their number. */
export function RedeliverButton({ filters }: { filters: LogFilters }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<RotateCw aria-hidden="true" />} onPress={() => setOpen(true)}>
        {words.redeliverARange}
      </Button>
      {open ? <RedeliverDialog filters={filters} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
