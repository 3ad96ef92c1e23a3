"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox, Input, type Key } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { ListBox } from "react-aria-components/ListBox";
import { CHOICES, type Choice, ChoiceItem } from "./choice.tsx";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";
import { Popover } from "./popover.tsx";
import { Spinner } from "./spinner.tsx";
import { words } from "./words.ts";

export interface ComboBoxProps extends FieldProps {
  /** The selected id, or "" for none. */
  value: string;
  onChange: (id: string) => void;
  /** Called with the typed text, so that the caller loads the matches. */
  onInputChange: (text: string) => void;
  /** The name of the selected option, shown in the input while the user is not typing. */
  valueText: string;
  /** The matches, already filtered and sorted. */
  options: readonly Choice[];
  /** True while matches for the current input load; the previous matches stay visible meanwhile. */
  loading?: boolean;
  /** Shown in the open list if nothing matches: a hint about the input, "nothing found" or a loading error. */
  empty: ReactNode;
  placeholder?: string | undefined;
  /** `focus` opens the list when the field gets the focus; `input` (the default) on the first character. */
  openOn?: "focus" | "input";
  /** Hides the label visually, for places that already name the field, such as a filter bar. */
  hideLabel?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** How the user entered the field's stand-in, if it has taken the place of one. */
  entered?: ComboEntered | null;
}

/** The text that was typed into a stand-in, or that its list was to be opened. */
export type ComboEntered = { typed: string } | "open";

/** The option chosen last, shown until the caller's value has another id than this one or the one before. */
interface Picked {
  id: string;
  name: string;
  before: string;
}

/** Selects one of many options by typing; the caller loads the matches. Clearing the text clears the selection. */
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
  entered = null,
  ...field
}: ComboBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [isFocused, setFocused] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  /** True once Enter was pressed to take the one match of a typed text; the matches may still load. */
  const [isDeciding, setDeciding] = useState(false);
  /** True after a key that ends typing: Escape, or Enter on an option. */
  const ended = useRef(false);
  const isPicked = picked !== null && (value === picked.id || value === picked.before);
  // The caller's value and name may follow a choice later.
  const name = isPicked ? picked.name : valueText;
  const chosenIsListed = value === "" || options.some(({ id }) => id === value);
  // The selected option stays in the list: on blur the library restores the input's text from it, and would otherwise
  // clear the field.
  const items = chosenIsListed ? options : [{ id: value, name: valueText }, ...options];

  const takeText = (text: string) => {
    setDeciding(false);
    ended.current = false;
    setTyped(text === name ? null : text);
    onInputChange(text);
    if (text === "" && value !== "") onChange("");
  };

  const begin = useEffectEvent(() => {
    if (!entered) return;
    group.current?.querySelector("input")?.focus();
    if (entered === "open") group.current?.querySelector("button")?.click();
  });
  // Once: the field takes the place of what was entered.
  useEffect(() => begin(), []);
  const wasTaken = useRef(false);
  const takeBegun = useEffectEvent(() => {
    if (!entered || entered === "open" || wasTaken.current) return;
    wasTaken.current = true;
    if (entered.typed !== "") takeText(entered.typed);
  });
  const selectText = useEffectEvent(() => {
    if (isFocused && typed === null && !isPicked) group.current?.querySelector("input")?.select();
  });
  // A name that arrives after the focus is replaced by what is typed, as one that was there before it: otherwise the
  // patient's name would become part of the search.
  useLayoutEffect(() => {
    if (name !== "") selectText();
  }, [name]);
  // After the focus has been rendered: only then a changed text opens the list.
  useEffect(() => {
    if (isFocused) takeBegun();
  }, [isFocused]);

  const choose = (key: Key | null) => {
    const id = key === null ? "" : String(key);
    // A page that scrolls closes the list: the text of a person who is still typing stays, and opens it again.
    const isTyping = typed !== null && !ended.current && group.current?.contains(document.activeElement) === true;
    if (id === value && isTyping) return;
    const option = items.find((item) => item.id === id);
    setTyped(null);
    setPicked(option ? { id, name: option.name, before: value } : null);
    onChange(id);
  };

  /** Takes the only match once the matches of the typed text are there, as a scanner sends text and Enter at once. */
  const decide = useEffectEvent(() => {
    if (!isDeciding || loading) return;
    const [only, other] = options;
    setDeciding(false);
    if (!only || other) return;
    ended.current = true;
    choose(only.id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the matches decide
  useEffect(() => decide(), [isDeciding, loading, options]);

  return (
    <AriaComboBox
      {...fieldState(field)}
      {...(hideLabel && { "aria-label": field.label })}
      items={items}
      value={value === "" ? null : value}
      onChange={choose}
      inputValue={typed ?? name}
      onInputChange={takeText}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        field.onBlur?.();
      }}
      // Whenever the text of a closed list changes, the library opens it: only typing may, not a choice or a late name.
      menuTrigger={isFocused && typed === null ? "manual" : openOn}
      allowsEmptyCollection
    >
      <FieldParts {...field} hideLabel={hideLabel}>
        <Group
          ref={group}
          className={classes(CONTROL, CONTROL_LINE, "flex items-center")}
          onKeyDownCapture={(event) => {
            const { key, target } = event;
            const isOnOption = target instanceof Element && target.hasAttribute("aria-activedescendant");
            ended.current = key === "Escape" || (key === "Enter" && isOnOption);
            if (key !== "Enter" || isOnOption || !typed?.trim() || event.ctrlKey || event.metaKey) return;
            // It sends no form whose field is not yet decided.
            event.preventDefault();
            event.stopPropagation();
            setDeciding(true);
          }}
        >
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
            <p className="px-2 py-3 text-center text-sm text-faint">{loading ? words.looking : empty}</p>
          )}
        >
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
