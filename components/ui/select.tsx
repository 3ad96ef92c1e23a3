"use client";

import { ChevronDown } from "lucide-react";
import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { ListBox } from "react-aria-components/ListBox";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { CHOICES, type Choice, ChoiceItem } from "./choice.tsx";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import { ChoicesError, FieldParts, type FieldProps, fieldState } from "./field.tsx";
import { Popover } from "./popover.tsx";
import { Spinner } from "./spinner.tsx";
import { words } from "./words.ts";

export interface SelectProps extends FieldProps {
  /** The selected id, or "" for none. */
  value: string;
  onChange: (id: string) => void;
  options: readonly Choice[];
  /** True while the options load. */
  loading?: boolean;
  /** Retries loading; set if the options failed to load. */
  onRetry?: (() => void) | undefined;
  placeholder?: string;
  /** Hides the label visually, for places that already name the field, such as a filter bar. */
  hideLabel?: boolean;
  /** Width only. */
  className?: string;
  buttonRef?: Ref<HTMLButtonElement>;
  /** Whether the list is open, if the caller controls that. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Selects one of up to about fifteen options. Use a combo box for more. */
export function Select({
  value,
  onChange,
  options,
  loading = false,
  onRetry,
  placeholder = words.choose,
  hideLabel = false,
  className,
  buttonRef,
  isOpen,
  onOpenChange,
  ...field
}: SelectProps) {
  // Read from the options: the library has no items before hydration.
  const chosen = options.find(({ id }) => id === value);
  return (
    <AriaSelect
      {...fieldState(field)}
      {...(hideLabel && { "aria-label": field.label })}
      {...(isOpen !== undefined && { isOpen })}
      {...(onOpenChange && { onOpenChange })}
      value={value === "" ? null : value}
      onChange={(key) => onChange(key === null ? "" : String(key))}
      placeholder={placeholder}
      allowsEmptyCollection
      className={classes(FIELD, "group", className)}
    >
      <FieldParts {...field} hideLabel={hideLabel}>
        <Button
          {...(buttonRef && { ref: buttonRef })}
          className={classes(
            CONTROL,
            CONTROL_LINE,
            "flex items-center gap-2 px-2.5 text-left group-data-invalid:border-danger",
          )}
        >
          <SelectValue className={classes("min-w-0 flex-1 truncate", !chosen && "text-faint")}>
            {chosen ? chosen.name : loading ? words.loadingChoices : placeholder}
          </SelectValue>
          {loading ? <Spinner /> : <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-faint" />}
        </Button>
      </FieldParts>
      {onRetry && <ChoicesError onRetry={onRetry} />}
      <Popover className="min-w-(--trigger-width)">
        <ListBox
          items={options}
          className={CHOICES}
          renderEmptyState={() => (
            <p className="px-2 py-3 text-center text-sm text-faint">{loading ? words.loadingChoices : words.none}</p>
          )}
        >
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
