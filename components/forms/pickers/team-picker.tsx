"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { SETTINGS_LISTS } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";
import { SettingsPicker } from "./settings-picker.tsx";

/** Selects a team by name. Changing the team clears the service type, since each team has its own. */
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

/**
 * Selects a service type from the selected team's billing matrix. Selecting a type also selects the form that documents
 * it.
 */
export function ServiceTypePicker(props: WidgetProps) {
  const { setValue } = useFormContext();
  const named: unknown = useWatch({ name: "team" });
  const query = useQuery(settings(useAccountId()));
  const team = query.data?.teams.find(({ id, name }) => id === named || name === named);
  const types = team?.service_types ?? [];
  return (
    <ListPicker
      {...props}
      {...loadingState(query)}
      {...(named ? {} : { help: "Choose the team first." })}
      disabled={!named}
      options={types.map(({ name }) => ({ id: name, name }))}
      onChange={(chosen) => {
        const documented = types.find(({ name }) => name === chosen)?.form_id;
        if (documented) setValue("form_id", documented, { shouldDirty: true });
        props.onChange(chosen);
      }}
    />
  );
}
