"use client";

import { useId } from "react";
import { Switch } from "#components/ui/switch";
import { words } from "./link-words.ts";

interface WriteProbeConsentProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Asks whether a test may write, and lists its writes. */
export function WriteProbeConsent({ isOn, onChange }: WriteProbeConsentProps) {
  const id = useId();
  return (
    <div className="rounded-md border border-line px-3 py-2">
      <Switch label={words.testWrites} isOn={isOn} onChange={onChange} describedBy={id} />
      <p id={id} className="pt-1 text-xs text-faint">
        {words.testWritesHelp}
      </p>
    </div>
  );
}
