"use client";

import { MultiSelect } from "#components/ui/multi-select";
import type { ProviderChoice } from "./calendar-columns.ts";
import { ALL_PROVIDERS } from "./calendar-place.ts";

const ALL = { id: ALL_PROVIDERS, name: "All providers" };

interface ProviderChooserProps {
  choices: readonly ProviderChoice[];
  /** The providers that are shown now. */
  shown: readonly ProviderChoice[];
  /** Called with the EMR ids to show, `ALL_PROVIDERS`, or an empty list for the view's default. */
  onChange: (providers: string[]) => void;
  /** Classes for the width alone. */
  className?: string;
}

/** Returns the choice after the list's selection changed from `before` to `next`. */
export function chosenNext(before: readonly string[], next: readonly string[]): string[] {
  const had = before.includes(ALL_PROVIDERS);
  if (next.includes(ALL_PROVIDERS) && !had) return [ALL_PROVIDERS];
  if (had && !next.includes(ALL_PROVIDERS)) return [];
  return next.filter((id) => id !== ALL_PROVIDERS);
}

/** Selects the providers whose columns are shown. */
export function ProviderChooser({ choices, shown, onChange, className }: ProviderChooserProps) {
  const all = shown.length === choices.length;
  const ids = shown.map(({ id }) => id);
  const value = all ? [ALL_PROVIDERS, ...ids] : ids;
  const [only] = shown;
  return (
    <MultiSelect
      label="Providers"
      options={[ALL, ...choices]}
      value={value}
      onChange={(next) => onChange(chosenNext(value, next))}
      words={
        all
          ? "All providers"
          : only && shown.length === 1
            ? only.name
            : `${shown.length} of ${choices.length} providers`
      }
      {...(className && { className })}
    />
  );
}
