"use client";

import type { ReactNode } from "react";
import { typeWords } from "#components/documents/viewer/shown-as";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterDays } from "#components/ui/filter-days";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import type { DocumentModel } from "#lib/resources/documents/model";
import type { DocumentsFilters } from "./filters.ts";
import { words } from "./words.ts";

interface DocumentsFilterBarProps {
  filters: DocumentsFilters;
  filtered: boolean;
  /** The listed documents, whose types are the filter's options. */
  rows: readonly DocumentModel[];
  /** The field that selects a patient. */
  patientFilter: ReactNode;
  onChange: (changed: Partial<DocumentsFilters>) => void;
  onClear: () => void;
}

/** The filters of the documents, kept in the URL. */
export function DocumentsFilterBar({
  filters,
  filtered,
  rows,
  patientFilter,
  onChange,
  onClear,
}: DocumentsFilterBarProps) {
  const types = useSeenChoices(
    rows.map(({ mime_type }) => [mime_type, typeWords(mime_type)] as const),
    filters.mime_type,
  );
  const field = filterFields(filters, onChange);
  return (
    <FilterBar label={words.filterDocuments} filtered={filtered} onClear={onClear}>
      <FilterSearch
        label={words.fileName}
        placeholder={words.fileName}
        {...field("query")}
        className="w-56 @max-md:w-full"
      />
      {patientFilter}
      <FilterSelect
        label={words.type}
        any={words.anyType}
        options={types}
        {...field("mime_type")}
        className="w-36 @max-md:w-full"
      />
      <FilterDays of={words.added} from={filters.from} until={filters.until} onChange={onChange} />
    </FilterBar>
  );
}
