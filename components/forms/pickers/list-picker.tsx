"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { isMatch, searchedWords } from "#components/forms/choice-words.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import type { Choice } from "#components/ui/choice";
import { ComboBox } from "#components/ui/combo-box";
import { Select } from "#components/ui/select";

/** Maximum number of options shown without a search. */
const MAX_WITHOUT_SEARCH = 15;
/** Maximum number of displayed matches. */
const MAX_MATCHES = 50;
/** Option that clears an optional selection; represents "". */
const NONE = { id: " ", name: words.none };

interface ListPickerProps extends WidgetProps {
  /** All options. */
  options: readonly Choice[];
  loading: boolean;
  onRetry?: (() => void) | undefined;
}

function FoundByTyping({ options, loading, onRetry, value, ...props }: ListPickerProps) {
  const [text, setText] = useState("");
  const searched = searchedWords(text);
  const chosen = options.find(({ id }) => id === value);
  return (
    <ComboBox
      {...props}
      value={value}
      valueText={chosen?.name ?? value}
      options={options.filter((option) => isMatch(option, searched)).slice(0, MAX_MATCHES)}
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
  const isWithin = useRef(false);
  const shown = useRef(control);
  useLayoutEffect(() => {
    if (shown.current === control) return;
    shown.current = control;
    if (isWithin.current && !box.current?.contains(document.activeElement)) {
      box.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
    }
  }, [box, control]);
  return {
    onFocus: () => {
      isWithin.current = true;
    },
    onBlur: () => {
      isWithin.current = false;
    },
  };
}

/** Selects one option of a fully loaded list: a select if the list is short, a search if it is long. */
export function ListPicker(props: ListPickerProps) {
  const isLong = props.options.length > MAX_WITHOUT_SEARCH;
  const box = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(box, isLong);
  return (
    <div ref={box} className="contents" {...focus}>
      {isLong ? <FoundByTyping {...props} /> : <InSight {...props} />}
    </div>
  );
}
