"use client";

import { useQuery } from "@tanstack/react-query";
import { modeWords } from "#components/appointments/record-words.ts";
import { words } from "#components/appointments/words.ts";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSelect } from "#components/ui/filter-select";
import { Switch } from "#components/ui/switch";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import { locationChoices, visitTypeChoices } from "#lib/browser/api/choices";
import { locations } from "#lib/browser/api/locations";
import { visitTypes } from "#lib/browser/api/visit-types";
import { useAccountId } from "#lib/browser/session/account";
import { CategoryField, ProviderField, ProviderFilter } from "./filter-fields.tsx";
import type { MoreFilterProps } from "./filter-props.ts";

/** The less common filters in a column. */
export function MoreFilterFields(props: MoreFilterProps) {
  const { filters, statuses, records, onChange } = props;
  const accountId = useAccountId();
  const places = useQuery(locations(accountId)).data ?? [];
  const types = useQuery(visitTypes(accountId)).data ?? [];
  const modes = useSeenChoices(
    records.map(({ appointment_mode: mode }) => [mode, modeWords(mode)] as const),
    filters.appointment_mode,
  );
  const field = filterFields(filters, onChange);
  return (
    <div className="flex w-64 flex-col gap-2">
      <CategoryField {...props} className="sm:hidden" />
      <ProviderField {...props} className="sm:hidden" />
      <FilterSelect
        label={words.status}
        any={words.anyStatus}
        options={[...statuses].map(([id, name]) => ({ id, name }))}
        {...field("status")}
      />
      <ProviderFilter
        label={words.secondProvider}
        any={words.anySecondProvider}
        {...field("secondary_provider_ehr_id")}
      />
      <FilterSelect
        label={words.location}
        any={words.anyLocation}
        options={locationChoices(places)}
        {...field("location_id")}
      />
      <FilterSelect
        label={words.type}
        any={words.anyType}
        options={visitTypeChoices(types)}
        {...field("appointment_type")}
      />
      <FilterSelect label={words.mode} any={words.anyMode} options={modes} {...field("appointment_mode")} />
      <Switch
        label={words.includeNotes}
        isOn={filters.include_appointment_note === "true"}
        onChange={(isOn) => onChange({ include_appointment_note: isOn ? "true" : "" })}
      />
    </div>
  );
}
