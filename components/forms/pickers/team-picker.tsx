"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { SETTINGS_LISTS } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";
import { SettingsPicker } from "./settings-picker.tsx";

/** The practice's teams by name. Another team has other service types: the one that was chosen goes. */
export function TeamPicker(props: WidgetProps) {
  const { setValue } = useFormContext();
  return (
    <SettingsPicker
      {...props}
      list={SETTINGS_LISTS.team}
      onChange={(team) => {
        if (team !== props.value) for (const field of ["service_type", "form_id"]) setValue(field, "");
        props.onChange(team);
      }}
    />
  );
}

/** The billing matrix of the team that the form names. Choosing a type also chooses the form that it documents. */
export function ServiceTypePicker(props: WidgetProps) {
  const { setValue } = useFormContext();
  const named: unknown = useWatch({ name: "team" });
  const { data, isPending, isError, refetch } = useQuery(settings(useAccountId()));
  const team = data?.teams.find(({ id, name }) => id === named || name === named);
  const types = team?.service_types ?? [];
  return (
    <ListPicker
      {...props}
      {...(named ? {} : { help: "Choose the team first." })}
      disabled={!named}
      options={types.map(({ name }) => ({ id: name, name }))}
      loading={isPending}
      onRetry={isError ? () => void refetch() : undefined}
      onChange={(chosen) => {
        const documented = types.find(({ name }) => name === chosen)?.form_id;
        if (documented) setValue("form_id", documented, { shouldDirty: true });
        props.onChange(chosen);
      }}
    />
  );
}
