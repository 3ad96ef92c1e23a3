"use client";

import { useQuery } from "@tanstack/react-query";
import { type Category, categoryWord } from "#components/appointments/category";
import type { Choice } from "#components/ui/choice";
import { FilterSelect, type FilterSelectProps } from "#components/ui/filter-select";
import { Select } from "#components/ui/select";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
import type { AppointmentFilterProps } from "./filter-props.ts";
import { EVERYTHING, inOrder } from "./filters.ts";

/** Selects one provider or any; the value is the EMR id. */
export function ProviderFilter(props: Omit<FilterSelectProps, "options">) {
  const { data = [] } = useQuery(providers(useAccountId()));
  const options = data.map(({ ehr_id, first_name, last_name }) => ({
    id: ehr_id,
    name: `${last_name}, ${first_name}`,
  }));
  return <FilterSelect {...props} options={options} />;
}

const CATEGORIES: readonly Choice[] = [
  { id: "appointment", name: "Appointments" },
  { id: "schedule_slot", name: "Open slots" },
  { id: "schedule_block", name: "Blocked time" },
  { id: EVERYTHING, name: "Everything" },
];

/** Returns the words for a combination of categories in a URL that the list does not offer: "Appointment, blocked". */
function wordsOf(categories: string): string {
  const [first = "", ...rest] = categories.split(",").map((category) => categoryWord(category as Category));
  return [first, ...rest.map((word) => word.toLowerCase())].join(", ");
}

interface BoundFilterProps extends Pick<AppointmentFilterProps, "filters" | "isTable" | "onChange"> {
  className: string;
}

/** Selects among appointments, open slots and blocked time. */
export function CategoryField({ filters, isTable, onChange, className }: BoundFilterProps) {
  // Without a choice the table shows appointments, the calendar everything.
  const usual = isTable ? "appointment" : EVERYTHING;
  const shown = inOrder(filters.category) || usual;
  const isListed = CATEGORIES.some(({ id }) => id === shown);
  return (
    <Select
      label="Category"
      hideLabel
      options={isListed ? CATEGORIES : [...CATEGORIES, { id: shown, name: wordsOf(shown) }]}
      value={shown}
      onChange={(id) => onChange({ category: id === usual ? "" : id })}
      className={className}
    />
  );
}

/** Selects the provider of the table's appointments; the calendar selects providers in its bar. */
export function ProviderField({ filters, isTable, onChange, className }: BoundFilterProps) {
  if (!isTable) return null;
  return (
    <ProviderFilter
      label="Provider"
      any="Any provider"
      value={filters.provider_ehr_id}
      onChange={(provider_ehr_id) => onChange({ provider_ehr_id })}
      className={className}
    />
  );
}
