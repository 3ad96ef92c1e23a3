import { FilterChoice, type FilterChoiceProps } from "./filter-choice.tsx";

const ANY = "any";

export interface FilterSelectProps extends FilterChoiceProps {
  /** Text shown if the filter is not set; its value is then "". */
  any: string;
}

/** Filters a list by one of a few values, or not at all. */
export function FilterSelect({ any, options, value, onChange, ...field }: FilterSelectProps) {
  return (
    <FilterChoice
      {...field}
      options={[{ id: ANY, name: any }, ...options]}
      value={value || ANY}
      onChange={(id) => onChange(id === ANY ? "" : id)}
    />
  );
}
