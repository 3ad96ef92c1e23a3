import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import type { DayInputProps } from "./day-input-props.ts";
import { dayText } from "./shown-day.ts";
import type { DateInField } from "./typed-day.ts";

type Reading = typeof import("./date-reading.ts");

type Typing = Pick<DayInputProps, "value" | "onChange" | "days" | "today" | "keepsText" | "error" | "help" | "onBlur">;

/**
 * Holds what is typed into a date field. `reading` says what it is read as: its code loads with the first focus, and
 * reads what was typed until then, with the Enter that ended it.
 */
export function useTypedDay(
  { value, onChange, days, today, keepsText = false, error, help, onBlur }: Typing,
  isOpen: boolean,
) {
  const [reading, setReading] = useState<Reading | null>(null);
  const [entered, setEntered] = useState(false);
  const [last, setTyped] = useState<{ text: string; value: string; isEnded?: true } | null>(null);
  // A value that comes from elsewhere takes the place of what was typed.
  const typed = last?.value === value ? last : null;
  const isTyped = typed !== null;
  const field: DateInField = {
    text: dayText(value),
    value,
    ...typed,
    isTyped,
    entered,
    days,
    today,
    keepsText,
    error,
    help,
  };

  const take = (taken: string, left: typeof last) => {
    setTyped(left);
    if (taken !== value) onChange(taken);
  };
  const choose = (day: string) => take(day, null);
  const type = (next: string) => {
    const taken = reading?.typedValueOf({ ...field, text: next, isTyped: true }) ?? (keepsText ? next : value);
    take(taken, { text: next, value: taken });
  };
  /** Takes what was typed as it is read. */
  const commit = () => {
    if (!typed) return;
    const taken = reading?.leftValueOf(field);
    if (typeof taken === "string") choose(taken);
    else setTyped({ ...typed, isEnded: true });
  };

  const isWanted = isTyped || isOpen || keepsText || error !== undefined;
  useEffect(() => {
    // The next focus retries.
    if (entered || isWanted) import("./date-reading.ts").then(setReading, () => undefined);
  }, [entered, isWanted]);
  const readTyped = useEffectEvent((code: Reading | null) => {
    if (code && typed) entered && !typed.isEnded ? type(field.text) : commit();
  });
  // Before any further key: an effect after it would take what was ended for what is still typed.
  useLayoutEffect(() => readTyped(reading), [reading]);

  return {
    field,
    reading,
    // The focus may have come before the page's scripts.
    type: (next: string) => {
      setEntered(true);
      type(next);
    },
    choose,
    commit,
    enter: () => setEntered(true),
    leave: () => {
      setEntered(false);
      commit();
      onBlur?.();
    },
  };
}
