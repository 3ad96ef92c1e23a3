"use client";

import { useId } from "react";
import { Switch } from "#components/ui/switch";

interface WriteProbeConsentProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Asks whether a test may write, and lists its writes. */
export function WriteProbeConsent({ isOn, onChange }: WriteProbeConsentProps) {
  const id = useId();
  return (
    <div className="rounded-md border border-line px-3 py-2">
      <Switch label="Also test how it writes" isOn={isOn} onChange={onChange} describedBy={id} />
      <p id={id} className="pt-1 text-xs text-faint">
        The test then creates a few resources of the type Basic, tagged as tests of this console, changes them and
        deletes them again; one that could not be deleted is listed. No record of a patient is touched. Without it,
        writes take the safe way, which needs more calls and may leave more to reconcile.
      </p>
    </div>
  );
}
