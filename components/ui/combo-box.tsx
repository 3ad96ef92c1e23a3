"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox, Input, type Key } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { ListBox } from "react-aria-components/ListBox";
import { CHOICES, type Choice, ChoiceItem } from "./choice.tsx";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FieldParts, type FieldProps, fieldState } from "./field.tsx";
import { Popover } from "./popover.tsx";
import { Spinner } from "./spinner.tsx";

export interface ComboBoxProps extends FieldProps {
  /** The chosen id, or "" for none. */
  value: string;
  onChange: (id: string) => void;
  /** Called with what is typed, so that the caller looks up what matches. */
  onInputChange: (text: string) => void;
  /** The chosen one's name, which the input shows while nobody types. */
  valueText: string;
  /** What matches the input, already filtered and in order. */
  options: readonly Choice[];
  /** True while matches for the present input are on their way; the last ones stay meanwhile. */
  loading?: boolean;
  /** What the open list says where nothing matches: what to type, that nobody was found, that loading failed. */
  empty: ReactNode;
  placeholder?: string | undefined;
  /** `focus` opens the list with the field; `input` (the default) with the first letter. */
  openOn?: "focus" | "input";
  /** Puts the label out of sight, where the place says what it is (a filter bar). */
  hideLabel?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of many, found by typing; the caller looks the matches up. Clearing the text clears the choice. */
export function ComboBox({
  value,
  onChange,
  onInputChange,
  valueText,
  options,
  loading = false,
  empty,
  placeholder,
  openOn = "input",
  hideLabel = false,
  inputRef,
  ...field
}: ComboBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const chosenIsListed = value === "" || options.some(({ id }) => id === value);
  // The chosen one stays among the items, or leaving the field would empty it: the library restores its name from there.
  const items = chosenIsListed ? options : [{ id: value, name: valueText }, ...options];

  const takeText = (text: string) => {
    setTyped(text === valueText ? null : text);
    onInputChange(text);
    if (text === "" && value !== "") onChange("");
  };

  const choose = (key: Key | null) => {
    setTyped(null);
    onChange(key === null ? "" : String(key));
  };

  return (
    <AriaComboBox
      {...fieldState(field)}
      {...(hideLabel && { "aria-label": field.label })}
      items={items}
      value={value === "" ? null : value}
      onChange={choose}
      inputValue={typed ?? valueText}
      onInputChange={takeText}
      menuTrigger={openOn}
      allowsEmptyCollection
    >
      <FieldParts {...field} hideLabel={hideLabel}>
        <Group className={classes(CONTROL, CONTROL_LINE, "flex items-center")}>
          <Input
            {...(inputRef && { ref: inputRef })}
            {...(placeholder && { placeholder })}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
            spellCheck="false"
            className="h-full min-w-0 flex-1 rounded-md bg-transparent pl-2.5 outline-none placeholder:text-faint"
          />
          <Button className="flex h-full w-8 shrink-0 items-center justify-center text-faint outline-none pointer-coarse:w-10">
            {loading ? <Spinner /> : <ChevronDown aria-hidden="true" className="size-4" />}
          </Button>
        </Group>
      </FieldParts>
      <Popover className="w-(--trigger-width) min-w-64">
        <ListBox<Choice>
          className={CHOICES}
          renderEmptyState={() => (
            <p className="px-2 py-3 text-center text-sm text-faint">{loading ? "Looking…" : empty}</p>
          )}
        >
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
