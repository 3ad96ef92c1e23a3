"use client";

import { ChevronDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { ListBox } from "react-aria-components/ListBox";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { CHOICES, type Choice, ChoiceItem } from "./choice.tsx";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./field.tsx";
import { Popover } from "./popover.tsx";

interface MultiSelectProps {
  /** The accessible name. */
  label: string;
  /** The selected ids. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  options: readonly Choice[];
  /** Summary of the selection, shown on the button. */
  words: string;
  /** Width only. */
  className?: string;
}

/** Selects any number of options from a list that stays open. */
export function MultiSelect({ label, value, onChange, options, words, className }: MultiSelectProps) {
  return (
    <AriaSelect
      aria-label={label}
      selectionMode="multiple"
      value={[...value]}
      onChange={(keys) => onChange(keys.map(String))}
      className={classes(FIELD, className)}
    >
      <Button className={classes(CONTROL, CONTROL_LINE, "flex items-center gap-2 px-2.5 text-left")}>
        <SelectValue className="min-w-0 flex-1 truncate">{words}</SelectValue>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-faint" />
      </Button>
      <Popover className="min-w-(--trigger-width)">
        <ListBox items={options} className={CHOICES}>
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
