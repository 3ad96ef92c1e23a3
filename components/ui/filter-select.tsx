"use client";

import type { Choice } from "./choice.tsx";
import { Select } from "./select.tsx";

const ANY = "any";

export interface FilterSelectProps {
  label: string;
  /** Text shown if the filter is not set. */
  any: string;
  options: readonly Choice[];
  /** The current filter; "" for none. */
  value: string;
  onChange: (value: string) => void;
  /** Width only. */
  className?: string;
}

/** Filters a list by one of a few values. */
export function FilterSelect({ label, any, options, value, onChange, className }: FilterSelectProps) {
  return (
    <Select
      label={label}
      hideLabel
      options={[{ id: ANY, name: any }, ...options]}
      value={value || ANY}
      onChange={(id) => onChange(id === ANY ? "" : id)}
      {...(className && { className })}
    />
  );
}
