"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { words } from "#components/appointments/words.ts";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { Skeleton } from "#components/ui/skeleton";
import type { ProviderChoice } from "./calendar-columns.ts";

const ProviderChoices = dynamic(() => import("./provider-choices.tsx").then((module) => module.ProviderChoices), {
  ssr: false,
  loading: () => <Skeleton className="m-3 h-40" />,
});

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
  const shownWords = isAll
    ? words.allProviders
    : first && shown.length === 1
      ? first.name
      : words.someProviders(shown.length, choices.length);
  return (
    <DialogTrigger>
      <Button aria-label={words.shownProviders(shownWords)} {...(className && { className })}>
        <span className="min-w-0 flex-1 truncate text-left">{shownWords}</span>
        <ChevronDown aria-hidden="true" className="text-faint" />
      </Button>
      <Popover placement="bottom start" className="w-72">
        <Dialog aria-label={words.providers} className="flex max-h-[inherit] flex-col outline-none">
          <ProviderChoices choices={choices} shown={ids} onChange={onChange} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
