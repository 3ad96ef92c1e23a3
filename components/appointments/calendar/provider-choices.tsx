"use client";

import { words } from "#components/appointments/words.ts";
import { Button } from "#components/ui/button";
import { Check } from "#components/ui/check";
import type { ProviderChoice } from "./calendar-columns.ts";
import { ALL_PROVIDERS } from "./calendar-place.ts";

interface ProviderChoicesProps {
  choices: readonly ProviderChoice[];
  /** EMR ids of the providers that are shown now. */
  shown: readonly string[];
  onChange: (providers: string[]) => void;
}

/** The providers to choose from, each with a checkbox and a button that shows it alone. */
export function ProviderChoices({ choices, shown, onChange }: ProviderChoicesProps) {
  const flip = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...shown, id] : shown.filter((other) => other !== id));
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line p-1.5">
        <Button size="sm" variant="quiet" onPress={() => onChange([ALL_PROVIDERS])}>
          {words.allProviders}
        </Button>
        <Button size="sm" variant="quiet" onPress={() => onChange([])}>
          {words.clear}
        </Button>
      </div>
      <ul className="overflow-auto p-1">
        {choices.map(({ id, name }) => (
          <li key={id} className="group flex items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover">
            <Check label={name} showLabel isChosen={shown.includes(id)} onChange={(isChosen) => flip(id, isChosen)} />
            <Button size="sm" variant="quiet" aria-label={words.onlyNamed(name)} onPress={() => onChange([id])}>
              {words.only}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
