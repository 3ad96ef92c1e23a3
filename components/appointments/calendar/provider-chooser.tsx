"use client";

import { MultiSelect } from "#components/ui/multi-select";
import type { ProviderChoice } from "./calendar-columns.ts";
import { ALL_PROVIDERS } from "./calendar-place.ts";

const ALL = { id: ALL_PROVIDERS, name: "All providers" };

interface ProviderChooserProps {
  choices: readonly ProviderChoice[];
  /** Those who are shown now. */
  shown: readonly ProviderChoice[];
  /** Called with the EMR ids of those to show, or `ALL_PROVIDERS`; with none for the view's own choice. */
  onChange: (providers: string[]) => void;
  /** Width alone. */
  className?: string;
}

/** What becomes of the choice once the list's ticks are `next`; before, they were `before`. */
export function chosenNext(before: readonly string[], next: readonly string[]): string[] {
  const had = before.includes(ALL_PROVIDERS);
  if (next.includes(ALL_PROVIDERS) && !had) return [ALL_PROVIDERS];
  if (had && !next.includes(ALL_PROVIDERS)) return [];
  return next.filter((id) => id !== ALL_PROVIDERS);
}

/** Chooses whose columns are shown. */
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
