"use client";

import { ChevronDown } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "react-aria-components/Button";
import {
  ComboBox as AriaComboBox,
  type ComboBoxState,
  ComboBoxStateContext,
  Input,
  type Key,
} from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { ListBox } from "react-aria-components/ListBox";
import { Announcement } from "./announcement.tsx";
import { CHOICES, type Choice, ChoiceItem } from "./choice.tsx";
import { classes } from "./classes.ts";
import { comboKey } from "./combo-keys.ts";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";
import { undecidedWords } from "./decision.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";
import { Popover } from "./popover.tsx";
import { Spinner } from "./spinner.tsx";
import { type FindChoices, useDecision } from "./use-decision.ts";
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
  /** Returns all matches of a text that Enter or leaving the field is to choose by; the only one is chosen. */
  find: FindChoices;
  /** True while matches for the current input load; the previous matches stay visible meanwhile. */
  loading?: boolean;
  /** Shown in the open list if nothing matches: a hint about the input, "nothing found" or a loading error. */
  empty: ReactNode;
  /** What else the open list offers below its matches, such as a button; the keyboard does not reach it there. */
  below?: ReactNode;
  /** Why nothing can match the text, as a sentence, said once the text was ended; "" if there is no such reason. */
  noneBecause?: string;
  placeholder?: string | undefined;
  /** `focus` opens the list when the field gets the focus; `input` (the default) on the first character. */
  openOn?: "focus" | "input";
  /** Hides the label visually, for places that already name the field, such as a filter bar. */
  hideLabel?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** How the user entered the field's stand-in, if it has taken the place of one. */
  entered?: ComboEntered | null;
}

/** The text that was typed into a stand-in and how it ended, or that its list was to be opened. */
export type ComboEntered = { typed: string; end?: "enter" | "left" } | "open";

/** The option chosen last, shown until the caller's value has another id than this one or the one before. */
interface Picked {
  id: string;
  name: string;
  before: string;
}

/** Hands out the state of the list, which only parts within the combo box can read. */
function ListHandle({ handle }: { handle: RefObject<ComboBoxState<object> | null> }) {
  const state = use(ComboBoxStateContext);
  useLayoutEffect(() => {
    handle.current = state;
  });
  return null;
}

/**
 * Selects one of many options by typing; the caller loads the matches. Clearing the text clears the selection. Enter and
 * leaving the field take the only match of the text, also if it comes later; a text that leaves several stays, with the
 * reason, and a form is not sent meanwhile (`data-undecided`). Enter never sends a form: a scanner ends each text by it.
 */
export function ComboBox({
  value,
  onChange,
  onInputChange,
  valueText,
  options,
  find,
  loading = false,
  empty,
  below,
  noneBecause = "",
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
  const [isOpen, setOpen] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const list = useRef<ComboBoxState<object> | null>(null);
  const moved = useRef(false);
  /** True after a key that ends typing: Escape in the closed list, or a key that chooses an option. */
  const ended = useRef(false);
  /** The last value that the caller had or that was chosen here. */
  const known = useRef(value);
  const isPicked = picked !== null && (value === picked.id || value === picked.before);
  // The caller's value and name may follow a choice later.
  const name = isPicked ? picked.name : valueText;
  const chosenIsListed = value === "" || options.some(({ id }) => id === value);
  // The selected option stays in the list: on blur the library restores the input's text from it, and would otherwise
  // clear the field.
  const items = chosenIsListed ? options : [{ id: value, name: valueText }, ...options];

  const change = (id: string) => {
    known.current = id;
    onChange(id);
  };

  const take = (choice: Choice) => {
    list.current?.close();
    setTyped(null);
    setPicked({ id: choice.id, name: choice.name, before: value });
    if (choice.id !== value) change(choice.id);
  };
  const { state: undecided, decide, forget } = useDecision(find, take);

  const takeText = (text: string) => {
    forget();
    ended.current = false;
    setDismissed(false);
    setTyped(text === name ? null : text);
    onInputChange(text);
    if (text === "" && value !== "") change("");
  };

  const wasTaken = useRef(false);
  const takeBegun = useEffectEvent(() => {
    if (!entered || entered === "open" || wasTaken.current) return;
    wasTaken.current = true;
    if (entered.typed === "") return;
    takeText(entered.typed);
    if (entered.end) void decide(entered.typed);
  });
  const begin = useEffectEvent(() => {
    if (!entered) return;
    if (entered !== "open" && entered.end === "left") return takeBegun();
    group.current?.querySelector("input")?.focus();
    if (entered === "open") group.current?.querySelector("button")?.click();
  });
  // Once: the field takes the place of what was entered. Before any other key, so that none is lost between the two.
  useLayoutEffect(() => begin(), []);
  const selectText = useEffectEvent(() => {
    if (isFocused && typed === null && !isPicked) group.current?.querySelector("input")?.select();
  });
  // A name that arrives after the focus is replaced by what is typed, as one that was there before it: otherwise the
  // patient's name would become part of the search.
  useLayoutEffect(() => {
    if (name !== "") selectText();
  }, [name]);
  // After the focus has been rendered: only then a changed text opens the list.
  useLayoutEffect(() => {
    if (isFocused) takeBegun();
  }, [isFocused]);

  const followCaller = useEffectEvent((given: string) => {
    if (given === known.current) return;
    known.current = given;
    if (isFocused) return;
    forget();
    setTyped(null);
  });
  // A value that comes from elsewhere, such as cleared filters, takes the place of an undecided text.
  useEffect(() => followCaller(value), [value]);

  const choose = (key: Key | null) => {
    // Only the closed list of a text without an option; the text itself clears the selection.
    if (key === null) return;
    const id = String(key);
    // A list that closes would restore the selection's name. The typed text stays: while the page scrolls, whose list
    // opens again, and after the field was left.
    if (id === value && typed !== null && !ended.current) return;
    const option = items.find((item) => item.id === id);
    forget();
    setTyped(null);
    setPicked(option ? { id, name: option.name, before: value } : null);
    change(id);
  };

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!list.current) return;
    const text = typed?.trim() ?? "";
    const means = comboKey(event, list.current, text !== "", moved);
    ended.current = means === "ends";
    if (means !== "dismisses" && means !== "decides") return;
    event.preventDefault();
    event.stopPropagation();
    if (means === "dismisses") {
      setDismissed(true);
      list.current.close();
    } else if (text !== "") void decide(text);
  };

  /** A scanner that pastes ends the text by a line break, which the field does not keep. */
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const text = clipboardData.getData("text");
    if (!/\S[ \t]*[\r\n]\s*$/.test(text)) return;
    const input = group.current?.querySelector("input");
    setTimeout(() => input && void decide(input.value.trim()));
  };

  const leave = () => {
    // The browser's window was left, and the field has the focus again once it is back.
    if (typed === null || document.activeElement === group.current?.querySelector("input")) return;
    if (typed.trim() === "") setTyped(null);
    // Nothing is chosen while the field shows another text.
    else void decide(typed.trim(), () => value !== "" && change(""));
  };

  const reason = undecided === null || undecided === "looking" ? undefined : undecidedWords(undecided, noneBecause);
  const shown = { ...field, error: reason ?? field.error };
  const isLooking = undecided === "looking";

  return (
    <AriaComboBox
      {...fieldState(shown)}
      {...(hideLabel && { "aria-label": field.label })}
      items={items}
      value={value === "" ? null : value}
      onChange={choose}
      inputValue={typed ?? name}
      onInputChange={takeText}
      onOpenChange={setOpen}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        field.onBlur?.();
        leave();
      }}
      // Whenever the text of a closed list changes, the library opens it: only typing may, not a choice or a late name.
      menuTrigger={isDismissed || (isFocused && typed === null) ? "manual" : openOn}
      // Otherwise the library keeps Escape in the closed list for itself while a text is typed.
      allowsCustomValue={!isOpen}
      allowsEmptyCollection
    >
      <ListHandle handle={list} />
      <FieldParts {...shown} help={isLooking && !isFocused ? words.looking : field.help} hideLabel={hideLabel}>
        <Group
          ref={group}
          className={classes(CONTROL, CONTROL_LINE, "flex items-center")}
          data-undecided={typed?.trim() ? "" : undefined}
          onKeyDownCapture={onKeyDownCapture}
          onPaste={onPaste}
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
            {loading || isLooking ? <Spinner /> : <ChevronDown aria-hidden="true" className="size-4" />}
          </Button>
        </Group>
      </FieldParts>
      <Announcement>{reason ?? ""}</Announcement>
      <Popover className="w-(--trigger-width) min-w-64">
        <ListBox<Choice>
          className={CHOICES}
          renderEmptyState={() => (
            <p className="px-2 py-3 text-center text-sm text-faint">{loading ? words.looking : empty}</p>
          )}
        >
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
        {below ? <div className="flex justify-center border-t border-line p-2">{below}</div> : null}
      </Popover>
    </AriaComboBox>
  );
}
