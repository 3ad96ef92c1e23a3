"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { RelativeTime } from "#components/ui/relative-time";
import { Switch } from "#components/ui/switch";
import { TableCell, TableRow } from "#components/ui/table";
import { useAccountId } from "#lib/client/account";
import { updateProvider } from "#lib/client/update-provider";
import type { ProviderModel } from "#lib/models/provider";

interface ProviderRowProps {
  provider: ProviderModel;
  /** Why the switches can't be used; null where they can. */
  refusal: string | null;
}

interface FlagProps {
  label: string;
  isOn: boolean;
  /** What it means as it stands now. */
  meaning: string;
  onChange: (isOn: boolean) => void;
  refusal: string | null;
}

function Flag({ label, isOn, meaning, onChange, refusal }: FlagProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Switch label={label} hideLabel isOn={isOn} onChange={onChange} disabled={refusal !== null} describedBy={id} />
      <span id={id} className="text-muted @max-2xl:sr-only">
        {meaning}
        {refusal === null ? null : <span className="sr-only">. {refusal}</span>}
      </span>
    </div>
  );
}

/** One provider with two switches that act at once, say what they do, and move back where that fails. */
export function ProviderRow({ provider, refusal }: ProviderRowProps) {
  const { id, first_name, last_name, specialty, ehr_id, npi, status, hide_in_availability } = provider;
  const client = useQueryClient();
  const { mutate, error, variables } = useMutation(updateProvider(client, useAccountId()));
  const name = `${last_name}, ${first_name}`;
  const isActive = status === "active";
  const isShown = hide_in_availability === "false";
  return (
    <TableRow>
      <TableCell className="min-w-40">
        <span className="font-medium">{name}</span>
        <span className="block text-xs text-faint">{specialty}</span>
        {error ? (
          <span role="alert" className="mt-1 flex items-start gap-1 text-xs text-danger">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            <span>
              {variables.flags.status ? "Active" : "Availability"} was not changed: {error.message}
            </span>
          </span>
        ) : null}
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-3xl:hidden">{ehr_id}</TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-5xl:hidden">{npi}</TableCell>
      <TableCell>
        <Flag
          label={`${name} is active`}
          isOn={isActive}
          meaning={isActive ? "Syncs the schedule" : "Schedule not synced"}
          onChange={(on) => mutate({ id, flags: { status: on ? "active" : "inactive" } })}
          refusal={refusal}
        />
      </TableCell>
      <TableCell>
        <Flag
          label={`${name} is shown in availability`}
          isOn={isShown}
          meaning={isShown ? (isActive ? "Open slots are offered" : "Once active") : "Hidden from patients"}
          onChange={(on) => mutate({ id, flags: { hide_in_availability: on ? "false" : "true" } })}
          refusal={refusal}
        />
      </TableCell>
      <TableCell end className="text-muted @max-2xl:hidden">
        {provider.changed_by}
        {provider.changed_at ? (
          <span className="block text-xs text-faint">
            <RelativeTime at={provider.changed_at} />
          </span>
        ) : null}
      </TableCell>
    </TableRow>
  );
}
