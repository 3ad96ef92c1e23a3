"use client";

import { ChevronDown } from "lucide-react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { Check } from "#components/ui/check";
import { Popover } from "#components/ui/popover";
import type { ProviderChoice } from "./calendar-columns.ts";
import { ALL_PROVIDERS } from "./calendar-place.ts";

interface ProviderChooserProps {
  choices: readonly ProviderChoice[];
  /** The providers that are shown now. */
  shown: readonly ProviderChoice[];
  /** Called with the EMR ids to show, `ALL_PROVIDERS`, or an empty list for the view's default. */
  onChange: (providers: string[]) => void;
  /** Classes for the width alone. */
  className?: string;
}

/** Selects the providers whose columns are shown: any of them, one only, all, or the view's default again. */
export function ProviderChooser({ choices, shown, onChange, className }: ProviderChooserProps) {
  const isAll = shown.length === choices.length;
  const ids = shown.map(({ id }) => id);
  const [first] = shown;
  const words = isAll
    ? "All providers"
    : first && shown.length === 1
      ? first.name
      : `${shown.length} of ${choices.length} providers`;
  const flip = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...ids, id] : ids.filter((other) => other !== id));
  return (
    <DialogTrigger>
      <Button aria-label={`Providers: ${words}`} {...(className && { className })}>
        <span className="min-w-0 flex-1 truncate text-left">{words}</span>
        <ChevronDown aria-hidden="true" className="text-faint" />
      </Button>
      <Popover placement="bottom start" className="w-72">
        <Dialog aria-label="Providers" className="flex max-h-[inherit] flex-col outline-none">
          <div className="flex items-center gap-1 border-b border-line p-1.5">
            <Button size="sm" variant="quiet" onPress={() => onChange([ALL_PROVIDERS])}>
              All providers
            </Button>
            <Button size="sm" variant="quiet" onPress={() => onChange([])}>
              Clear
            </Button>
          </div>
          <ul className="overflow-auto p-1">
            {choices.map(({ id, name }) => (
              <li key={id} className="group flex items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover">
                <Check label={name} showLabel isChosen={ids.includes(id)} onChange={(isChosen) => flip(id, isChosen)} />
                <Button size="sm" variant="quiet" aria-label={`Only ${name}`} onPress={() => onChange([id])}>
                  Only
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
