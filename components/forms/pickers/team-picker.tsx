"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import { SETTINGS_LISTS } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";
import { SettingsPicker } from "./settings-picker.tsx";

interface TeamPickerProps extends WidgetProps {
  /** Names of the fields that a change of the team clears, since each team has service types of its own. */
  dependent: readonly string[];
}

/** Selects a team by name. */
export function TeamPicker({ dependent, ...props }: TeamPickerProps) {
  const { setValue } = useFormContext();
  return (
    <SettingsPicker
      {...props}
      list={SETTINGS_LISTS.team}
      onChange={(team) => {
        if (team !== props.value) for (const field of dependent) setValue(field, "");
        props.onChange(team);
      }}
    />
  );
}

interface ServiceTypePickerProps extends WidgetProps {
  /** Names of the form's fields for the team and the form. */
  names: { team: string; form: string };
}

/**
 * Selects a service type from the selected team's billing matrix. Selecting a type also selects the form that documents
 * it.
 */
export function ServiceTypePicker({ names, ...props }: ServiceTypePickerProps) {
  const { setValue } = useFormContext();
  const named: unknown = useWatch({ name: names.team });
  const query = useQuery(settings(useAccountId()));
  const team = query.data?.teams.find(({ id, name }) => id === named || name === named);
  const types = team?.service_types ?? [];
  return (
    <ListPicker
      {...props}
      {...loadingState(query)}
      {...(named ? {} : { help: words.chooseTeamFirst })}
      disabled={!named}
      options={types.map(({ name }) => ({ id: name, name }))}
      onChange={(chosen) => {
        const documented = types.find(({ name }) => name === chosen)?.form_id;
        if (documented) setValue(names.form, documented, { shouldDirty: true });
        props.onChange(chosen);
      }}
    />
  );
}
