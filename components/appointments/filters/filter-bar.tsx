"use client";

import { words } from "#components/appointments/words.ts";
import { DayInput } from "#components/ui/day-input";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterSearch } from "#components/ui/filter-search";
import { CategoryField, ProviderField } from "./filter-fields.tsx";
import type { AppointmentFilterProps } from "./filter-props.ts";
import { MoreFilters } from "./more-filters.tsx";

/** The filters of the appointments, kept in the URL. */
export function AppointmentFilterBar(props: AppointmentFilterProps) {
  const { filters, filtered, isTable, from, until, onChange, onClear } = props;
  return (
    <FilterBar label={words.filterAppointments} filtered={filtered} onClear={onClear}>
      {isTable ? (
        <>
          <DayInput
            label={words.from}
            days="coming"
            value={from}
            onChange={(start_date) => onChange({ start_date })}
            className="w-36 max-sm:w-[calc(50%-0.25rem)]"
          />
          <DayInput
            label={words.until}
            days="coming"
            value={until}
            onChange={(end_date) => onChange({ end_date })}
            className="w-36 max-sm:w-[calc(50%-0.25rem)]"
          />
        </>
      ) : null}
      <FilterSearch
        label={words.patient}
        placeholder={words.searchBy}
        value={filters.patient}
        onChange={(patient) => onChange({ patient })}
        className="max-w-80 min-w-70 flex-1 max-sm:max-w-none"
      />
      <CategoryField {...props} className="w-36 max-sm:hidden" />
      <ProviderField {...props} className="w-36 max-sm:hidden" />
      <MoreFilters {...props} />
    </FilterBar>
  );
}
