"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useStatusChanges } from "./use-status-changes.ts";

const ShownOutcomes = dynamic(() => import("./shown-outcomes.tsx").then((module) => module.ShownOutcomes), {
  ssr: false,
});

/**
 * Shows the outcomes of status changes made in this tab: failures until they are dismissed, successes as announcements.
 * Loads once a status is changed, which is held for some seconds.
 */
export function StatusOutcomes() {
  const [isUsed, setUsed] = useState(false);
  const changes = useStatusChanges();
  if (changes.size > 0 && !isUsed) setUsed(true);
  return isUsed ? <ShownOutcomes /> : null;
}
