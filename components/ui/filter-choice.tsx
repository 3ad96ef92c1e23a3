"use client";

import { ChevronDown } from "lucide-react";
import { useId } from "react";
import type { Choice } from "./choice.tsx";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import type { EnteredSelect } from "./entered-select.tsx";
import { enteredCode, useLoadedOnEntry, useStandIn } from "./loaded-on-entry.ts";

const SELECT = enteredCode(async () => (await import("./entered-select.tsx")).EnteredSelect);

export interface FilterChoiceProps {
  label: string;
  options: readonly Choice[];
  /** Id of the option that is set. */
  value: string;
  onChange: (value: string) => void;
  /** Width only. */
  className?: string;
}

interface StandInProps extends Omit<FilterChoiceProps, "onChange"> {
  onEnter: (typed: string) => void;
  onLeave: () => void;
}

/** Looks like the select until the user enters it. */
function StandIn({ label, options, value, className, onEnter, onLeave }: StandInProps) {
  const id = useId();
  const entering = useStandIn(onEnter, onLeave);
  return (
    <div className={classes(FIELD, className)}>
      <button
        {...entering}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-label={label}
        aria-labelledby={`${id}-value ${id}`}
        id={id}
        className={classes(CONTROL, CONTROL_LINE, "flex items-center gap-2 px-2.5 text-left hover:border-line-strong")}
      >
        <span id={`${id}-value`} className="min-w-0 flex-1 truncate">
          {options.find((option) => option.id === value)?.name}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-faint" />
      </button>
    </div>
  );
}

/** Filters a list by one of a few values, one of which is always set. The select itself loads on intent. */
export function FilterChoice({ className, ...props }: FilterChoiceProps) {
  const { Control, entered, enter, leave } = useLoadedOnEntry<typeof EnteredSelect, string>(SELECT);
  const width = className ? { className } : {};
  return Control ? (
    <Control {...props} {...width} hideLabel entered={entered} />
  ) : (
    <StandIn {...props} {...width} onEnter={enter} onLeave={leave} />
  );
}
