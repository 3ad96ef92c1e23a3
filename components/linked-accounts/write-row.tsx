"use client";

import { useId } from "react";
import { Switch } from "#components/ui/switch";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { useOperation } from "#lib/browser/session/account";
import { SupportBadge } from "./probe-findings.tsx";
import { words } from "./words.ts";

interface WriteRowProps {
  operation: ManagedAccountModel["write_operations"][number];
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

/** Shows the switch of an operation with its support and what it does in the EMR, or why it is not possible. */
export function WriteRow({ operation: { operation, name, support, reason }, isOn, disabled, onChange }: WriteRowProps) {
  const id = useId();
  const summary = useOperation(operation)?.summary;
  const isUnsupported = support === "unsupported";
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <Switch
          label={name}
          isOn={isOn && !isUnsupported}
          disabled={disabled || isUnsupported}
          describedBy={id}
          onChange={onChange}
        />
        <p id={id} className="text-xs break-words text-faint">
          {reason ?? (isUnsupported ? words.operationNotSupported : summary)}
        </p>
      </div>
      <SupportBadge support={support} />
    </li>
  );
}
