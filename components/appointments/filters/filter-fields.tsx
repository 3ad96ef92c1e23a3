"use client";

import { useQuery } from "@tanstack/react-query";
import { categoryWord } from "#components/appointments/category";
import type { Category } from "#components/appointments/category-of.ts";
import { words } from "#components/appointments/words.ts";
import type { Choice } from "#components/ui/choice";
import { FilterChoice } from "#components/ui/filter-choice";
import { FilterSelect, type FilterSelectProps } from "#components/ui/filter-select";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import type { AppointmentFilterProps } from "./filter-props.ts";
import { EVERYTHING, inOrder } from "./filters.ts";

/** Selects one provider or any; the value is the EMR id. */
export function ProviderFilter(props: Omit<FilterSelectProps, "options">) {
  const { data = [] } = useQuery(providers(useAccountId()));
  const options = data.map((provider) => ({ id: provider.ehr_id, name: fullName(provider) }));
  return <FilterSelect {...props} options={options} />;
}

const CATEGORIES: readonly Choice[] = [
  { id: "appointment", name: words.appointments },
  { id: "schedule_slot", name: words.openSlots },
  { id: "schedule_block", name: words.blockedTime },
  { id: EVERYTHING, name: words.everything },
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
    <FilterChoice
      label={words.category}
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
      label={words.provider}
      any={words.anyProvider}
      value={filters.provider_ehr_id}
      onChange={(provider_ehr_id) => onChange({ provider_ehr_id })}
      className={className}
    />
  );
}
