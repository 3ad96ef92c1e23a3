"use client";

import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import type { LogFilters } from "./log-filters.ts";

const RedeliverDialog = dynamic(() => import("./redeliver-dialog.tsx").then((module) => module.RedeliverDialog), {
  ssr: false,
});

/** Sends the events of a range of days again, after saying how many they are. */
export function RedeliverButton({ filters }: { filters: LogFilters }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<RotateCw aria-hidden="true" />} onPress={() => setOpen(true)}>
        Redeliver a range…
      </Button>
      {open ? <RedeliverDialog filters={filters} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
