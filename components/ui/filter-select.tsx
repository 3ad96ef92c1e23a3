"use client";

import type { Choice } from "./choice.tsx";
import { Select } from "./select.tsx";

const ANY = "any";

export interface FilterSelectProps {
  label: string;
  /** What it says where it does not filter. */
  any: string;
  options: readonly Choice[];
  /** What the list is filtered by now; "" for anything. */
  value: string;
  onChange: (value: string) => void;
  /** Width alone. */
  className?: string;
}

/** Filters a list by one of a few values, or by none. */
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
