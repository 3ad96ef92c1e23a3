"use client";

import { RadioGroup as AriaRadioGroup, Radio } from "react-aria-components/RadioGroup";
import type { Choice } from "./choice.tsx";
import { classes } from "./classes.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";

export interface RadioGroupProps extends FieldProps {
  /** The selected id, or "" for none. */
  value: string;
  onChange: (id: string) => void;
  /** `lines` stand under an option's name, in a list. */
  options: readonly (Choice & { lines?: readonly string[] })[];
  /** `row`: segments of one bar, for two or three short options. `list` (the default): one below the other. */
  layout?: "row" | "list";
}

const SHARED =
  "group relative flex cursor-default items-center text-sm select-none transition-colors duration-100 " +
  "data-focus-visible:outline-2 data-focus-visible:outline-offset-1 data-focus-visible:outline-accent data-disabled:opacity-50";

const SEGMENT =
  "h-7 flex-1 justify-center rounded-sm px-3 text-muted data-hovered:text-fg data-selected:bg-surface data-selected:font-medium " +
  "data-selected:text-fg data-selected:shadow-tip pointer-coarse:h-10 forced-choice";

const LINE = "gap-2 rounded-md px-2 py-1 text-fg data-hovered:bg-hover pointer-coarse:py-2.5";

/** Shows a single choice with all options visible. */
export function RadioGroup({ value, onChange, options, layout = "list", ...field }: RadioGroupProps) {
  return (
    <AriaRadioGroup
      {...fieldState(field)}
      value={value === "" ? null : value}
      onChange={onChange}
      orientation={layout === "row" ? "horizontal" : "vertical"}
    >
      <FieldParts {...field}>
        <div className={layout === "row" ? "flex gap-0.5 rounded-md bg-hover p-0.5" : "flex flex-col"}>
          {options.map(({ id, name, detail, lines = [] }) => (
            <Radio key={id} value={id} className={classes(SHARED, layout === "row" ? SEGMENT : LINE)}>
              {layout === "list" ? (
                <span className="flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong group-data-selected:border-accent">
                  <span className="size-2 rounded-full group-data-selected:bg-accent forced-dot" />
                </span>
              ) : null}
              <span className="min-w-0 break-words">
                {name}
                {lines.map((line) => (
                  <span key={line} className="block text-xs break-words text-faint">
                    {line}
                  </span>
                ))}
              </span>
              {detail ? <span className="ml-auto text-xs text-faint tabular-nums">{detail}</span> : null}
            </Radio>
          ))}
        </div>
      </FieldParts>
    </AriaRadioGroup>
  );
}
