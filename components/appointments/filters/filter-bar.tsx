"use client";

import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { DateField } from "#components/ui/date-field";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterSearch } from "#components/ui/filter-search";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { CategoryFilter, ProviderFilter } from "./filter-fields.tsx";
import type { AppointmentFilters } from "./filters.ts";
import { MoreFilters } from "./more-filters.tsx";

export interface AppointmentFilterProps {
  filters: AppointmentFilters;
  filtered: boolean;
  /** True for the table, which has its own days and provider; the calendar has them in its own bar. */
  isTable: boolean;
  /** First day of the table, YYYY-MM-DD. */
  from: string;
  until: string;
  statuses: StatusWords;
  /** The listed records: the modes to choose from are those in them. */
  records: readonly AppointmentModel[];
  onChange: (changed: Partial<AppointmentFilters>) => void;
  onClear: () => void;
}

/** The filters of the appointments, kept in the URL. */
export function AppointmentFilterBar(props: AppointmentFilterProps) {
  const { filters, filtered, isTable, from, until, onChange, onClear } = props;
  return (
    <FilterBar label="Filter appointments" filtered={filtered} onClear={onClear} className="grow basis-96">
      {isTable ? (
        <>
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
        </>
      ) : null}
      <FilterSearch
        label="Patient"
        placeholder="Name, MRN, phone or birth date"
        value={filters.patient}
        onChange={(patient) => onChange({ patient })}
        className="max-w-60 min-w-32 flex-1 max-sm:max-w-none"
      />
      <CategoryFilter
        isTable={isTable}
        value={filters.category}
        onChange={(category) => onChange({ category })}
        className="w-36 max-sm:hidden"
      />
      {isTable ? (
        <ProviderFilter
          label="Provider"
          any="Any provider"
          value={filters.provider_ehr_id}
          onChange={(provider_ehr_id) => onChange({ provider_ehr_id })}
          className="w-40 max-sm:hidden"
        />
      ) : null}
      <MoreFilters {...props} />
    </FilterBar>
  );
}
