"use client";

import { useQuery } from "@tanstack/react-query";
import { type Category, categoryWord } from "#components/appointments/category";
import type { Choice } from "#components/ui/choice";
import { FilterSelect, type FilterSelectProps } from "#components/ui/filter-select";
import { Select } from "#components/ui/select";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
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

interface CategoryFilterProps {
  /** Without a choice the table shows appointments, the calendar everything. */
  isTable: boolean;
  value: string;
  onChange: (category: string) => void;
  className?: string;
}

/** Selects among appointments, open slots and blocked time. */
export function CategoryFilter({ isTable, value, onChange, className }: CategoryFilterProps) {
  const usual = isTable ? "appointment" : EVERYTHING;
  const shown = inOrder(value) || usual;
  const isListed = CATEGORIES.some(({ id }) => id === shown);
  return (
    <Select
      label="Category"
      hideLabel
      options={isListed ? CATEGORIES : [...CATEGORIES, { id: shown, name: wordsOf(shown) }]}
      value={shown}
      onChange={(id) => onChange(id === usual ? "" : id)}
      {...(className && { className })}
    />
  );
}
