"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup } from "react-aria-components/CheckboxGroup";
import type { Choice } from "./choice.tsx";
import { ChoicesError, FieldParts, type FieldProps, fieldState } from "./field.tsx";
import { Skeleton } from "./skeleton.tsx";
import { words } from "./words.ts";

export interface CheckGroupProps extends FieldProps {
  /** The selected ids. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  options: readonly Choice[];
  loading?: boolean;
  /** Retries loading; set if the options failed to load. */
  onRetry?: (() => void) | undefined;
  /** Text shown if there are no options. */
  empty?: string;
  /** Content between the label and the options, such as a search field. */
  before?: ReactNode;
}

/** Shows a multiple choice with all options visible. */
export function CheckGroup({
  value,
  onChange,
  options,
  loading = false,
  onRetry,
  empty = words.nothingToChoose,
  before,
  ...field
}: CheckGroupProps) {
  return (
    <CheckboxGroup {...fieldState(field)} value={[...value]} onChange={onChange}>
      <FieldParts {...field}>
        {before}
        {loading ? <Skeleton className="h-8 w-full" /> : null}
        {onRetry ? <ChoicesError onRetry={onRetry} /> : null}
        {!loading && !onRetry && options.length === 0 ? <p className="text-sm text-faint">{empty}</p> : null}
        <div className="flex flex-wrap gap-1.5">
          {options.map(({ id, name, detail }) => (
            <Checkbox
              key={id}
              value={id}
              className="group relative flex min-h-7 max-w-full cursor-default items-center gap-1.5 rounded-md border border-line-strong/75 px-2 py-1 text-sm text-fg transition-colors duration-100 select-none data-hovered:bg-hover data-selected:border-accent data-selected:bg-accent-soft data-selected:text-accent-text data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent data-disabled:opacity-50 pointer-coarse:min-h-10"
            >
              <span className="flex size-3.5 shrink-0 items-center justify-center rounded-sm border border-line-strong group-data-selected:border-accent group-data-selected:bg-accent group-data-selected:text-accent-on">
                <Check
                  aria-hidden="true"
                  className="size-3 opacity-0 group-data-selected:opacity-100"
                  strokeWidth={3}
                />
              </span>
              <span className="min-w-0 break-words">
                {name}
                {detail ? <span className="block text-xs text-faint">{detail}</span> : null}
              </span>
            </Checkbox>
          ))}
        </div>
      </FieldParts>
    </CheckboxGroup>
  );
}
