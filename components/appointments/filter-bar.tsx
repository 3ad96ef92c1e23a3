"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button";
import type { Choice } from "#components/ui/choice";
import { DateField } from "#components/ui/date-field";
import { FilterSearch } from "#components/ui/filter-search";
import { Select } from "#components/ui/select";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import { useAccountId } from "#lib/client/account";
import { locations } from "#lib/client/locations";
import { providers } from "#lib/client/providers";
import { visitTypes } from "#lib/client/visit-types";
import type { AppointmentModel } from "#lib/models/appointment";
import type { StatusWords } from "./appointments-table.tsx";
import type { AppointmentFilters } from "./filters.ts";

const ANY = "any";

const CATEGORIES = [
  { id: ANY, name: "Appointments" },
  { id: "schedule_slot", name: "Open slots" },
  { id: "schedule_block", name: "Blocked time" },
  { id: "appointment,schedule_slot,schedule_block", name: "Everything" },
];

interface AppointmentFilterBarProps {
  filters: AppointmentFilters;
  filtered: boolean;
  /** The days that are shown, YYYY-MM-DD. */
  from: string;
  until: string;
  statuses: StatusWords;
  /** What is listed now: the modes to choose from are those that were seen. */
  records: readonly AppointmentModel[];
  onChange: (changed: Partial<AppointmentFilters>) => void;
  onClear: () => void;
}

interface FilterProps {
  label: string;
  /** What it says where it does not filter. */
  any?: string;
  options: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

function Filter({ label, any, options, value, onChange }: FilterProps) {
  return (
    <Select
      label={label}
      hideLabel
      options={any ? [{ id: ANY, name: any }, ...options] : options}
      value={value || ANY}
      onChange={(id) => onChange(id === ANY ? "" : id)}
      className="w-40 max-sm:w-[calc(50%-0.25rem)]"
    />
  );
}

/** The filters of the appointments; what they say stands in the address. */
export function AppointmentFilterBar(props: AppointmentFilterBarProps) {
  const { filters, filtered, from, until, statuses, records, onChange, onClear } = props;
  const accountId = useAccountId();
  const doctors = useQuery(providers(accountId)).data ?? [];
  const places = useQuery(locations(accountId)).data ?? [];
  const types = useQuery(visitTypes(accountId)).data ?? [];
  const modes = useSeenChoices(
    records.map(({ appointment_mode: mode }) => [mode, mode] as const),
    filters.appointment_mode,
  );
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter appointments">
      <DateField
        label="From"
        hideLabel
        value={from}
        onChange={(start_date) => onChange({ start_date })}
        className="w-38 max-sm:w-[calc(50%-0.25rem)]"
      />
      <DateField
        label="Until"
        hideLabel
        value={until}
        onChange={(end_date) => onChange({ end_date })}
        className="w-38 max-sm:w-[calc(50%-0.25rem)]"
      />
      <FilterSearch
        label="Patient"
        placeholder="Name, MRN, phone, birth date"
        value={filters.patient}
        onChange={(patient) => onChange({ patient })}
        className="w-60 max-sm:w-full"
      />
      <Filter
        label="Category"
        options={CATEGORIES}
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
      <Filter
        label="Provider"
        any="Any provider"
        options={doctors.map(({ ehr_id, first_name, last_name }) => ({
          id: ehr_id,
          name: `${last_name}, ${first_name}`,
        }))}
        value={filters.provider_ehr_id}
        onChange={(provider_ehr_id) => onChange({ provider_ehr_id })}
      />
      <Filter
        label="Location"
        any="Any location"
        options={places.map(({ emr_id, name }) => ({ id: emr_id, name }))}
        value={filters.location_id}
        onChange={(location_id) => onChange({ location_id })}
      />
      <Filter
        label="Status"
        any="Any status"
        options={[...statuses].map(([id, name]) => ({ id, name }))}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <Filter
        label="Type"
        any="Any type"
        options={types.map(({ name }) => ({ id: name, name }))}
        value={filters.appointment_type}
        onChange={(appointment_type) => onChange({ appointment_type })}
      />
      <Filter
        label="Mode"
        any="Any mode"
        options={modes}
        value={filters.appointment_mode}
        onChange={(appointment_mode) => onChange({ appointment_mode })}
      />
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
