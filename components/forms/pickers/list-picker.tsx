"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { isMatch, searchedWords } from "#components/forms/choice-words.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import type { Choice } from "#components/ui/choice";
import { ComboBox, type ComboEntered } from "#components/ui/combo-box";
import { exactOr } from "#components/ui/decision.ts";
import { Select } from "#components/ui/select";
import { firstNamed, useTypedAhead } from "./typed-ahead.ts";

/** Maximum number of options shown without a search. */
const MAX_WITHOUT_SEARCH = 15;
/** Maximum number of displayed matches. */
const MAX_MATCHES = 50;
/** Option that clears an optional selection; represents "". */
const NONE = { id: " ", name: words.none };

interface ListPickerProps extends WidgetProps {
  options: readonly Choice[];
  loading: boolean;
  onRetry?: (() => void) | undefined;
}

interface FoundByTypingProps extends ListPickerProps {
  /** The text typed before the list was known to be long. */
  entered: ComboEntered | null;
}

function FoundByTyping({ options, loading, onRetry, value, entered, ...props }: FoundByTypingProps) {
  // The first one: it counts once the field has the focus.
  const [begun] = useState(entered);
  const [text, setText] = useState("");
  const matching = (searched: string) => {
    const sought = searchedWords(searched);
    return options.filter((option) => isMatch(option, sought));
  };
  const chosen = options.find(({ id }) => id === value);
  return (
    <ComboBox
      {...props}
      entered={begun}
      value={value}
      valueText={chosen?.name ?? value}
      options={matching(text).slice(0, MAX_MATCHES)}
      find={(searched) => exactOr(options, searched, matching(searched))}
      onInputChange={setText}
      loading={loading}
      empty={onRetry ? words.choicesNotLoaded : words.nothingMatches}
      placeholder={words.typeToSearch}
      openOn="focus"
    />
  );
}

function InSight({ options, value, onChange, required, ...props }: ListPickerProps) {
  const offered = required === false && value !== "" ? [NONE, ...options] : options;
  return (
    <Select
      {...props}
      value={value}
      required={required}
      options={offered}
      onChange={(id) => onChange(id === NONE.id ? "" : id)}
    />
  );
}

/** Keeps the focus within a field when its control is replaced. */
function useKeptFocus(box: RefObject<HTMLDivElement | null>, control: unknown) {
  const [isWithin, setWithin] = useState(false);
  const shown = useRef(control);
  useLayoutEffect(() => {
    if (shown.current === control) return;
    shown.current = control;
    if (isWithin && !box.current?.contains(document.activeElement)) {
      box.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
    }
  }, [box, control, isWithin]);
  return { isLeft: !isWithin, onFocus: () => setWithin(true), onBlur: () => setWithin(false) };
}

/** Selects one option of a fully loaded list: a select if the list is short, a search if it is long. */
export function ListPicker(props: ListPickerProps) {
  const isLong = props.options.length > MAX_WITHOUT_SEARCH;
  const box = useRef<HTMLDivElement>(null);
  const { isLeft, ...focus } = useKeptFocus(box, isLong);
  const { typed, onKeyDownCapture } = useTypedAhead(props.loading, (letters) => {
    // A search takes its text over itself.
    const found = isLong ? undefined : firstNamed(props.options, letters);
    if (found) props.onChange(found.id);
  });
  return (
    <div ref={box} className="contents" onKeyDownCapture={onKeyDownCapture} {...focus}>
      {isLong ? (
        <FoundByTyping {...props} entered={typed === "" || isLeft ? null : { typed }} />
      ) : (
        <InSight {...props} />
      )}
    </div>
  );
}
