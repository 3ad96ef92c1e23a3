"use client";

import { CalendarDays } from "lucide-react";
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Group } from "react-aria-components/Group";
import { useLocale } from "react-aria-components/I18nProvider";
import { dateFormat } from "#lib/kernel/date-format";
import { classes } from "./classes.ts";
import type { DateFieldProps, Entered } from "./date-field-props.ts";
import type { DatePicker } from "./date-picker.tsx";
import { CONTROL, CONTROL_LINE, FIELD } from "./field.tsx";
import { words } from "./words.ts";

let Picker: typeof DatePicker | null = null;

/** Loads the date picker's code, which is a third of a typical page's size. */
async function loadPicker(): Promise<void> {
  Picker ??= (await import("./date-picker.tsx")).DatePicker;
}

/** Signs of a user who may soon open the field: the code should be loaded by then. */
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

function useLoadAtFirstSign() {
  useEffect(() => {
    const end = new AbortController();
    const load = () => {
      end.abort();
      // Entering the field retries.
      loadPicker().catch(() => undefined);
    };
    for (const sign of SIGNS) window.addEventListener(sign, load, { signal: end.signal, passive: true });
    return () => end.abort();
  }, []);
}

/** Returns the day as the field shows it, "11/21/2026", or its placeholder, "mm/dd/yyyy". */
function dayWords(value: string, locale: string): string {
  const format = dateFormat({ year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }, locale);
  const at = Date.parse(`${value}T00:00:00Z`);
  if (!Number.isNaN(at)) return format.format(at);
  const places: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { year: "yyyy", month: "mm", day: "dd" };
  return format
    .formatToParts(0)
    .map(({ type, value: text }) => places[type] ?? text)
    .join("");
}

interface StandInProps extends DateFieldProps {
  onEnter: (how: Entered) => void;
}

/** Looks like the field until the user enters it. */
function StandIn({ label, help, value, hideLabel, required, disabled, className, onEnter }: StandInProps) {
  const { locale } = useLocale();
  /** A press ends in a click: replacing the element in between would lose the click. */
  const pressing = useRef(false);
  const part = (how: Entered, press: Entered): ComponentProps<"button"> => ({
    type: "button",
    disabled: disabled ?? false,
    onPointerDown: () => {
      pressing.current = true;
    },
    onFocus: () => {
      if (!pressing.current) onEnter(how);
    },
    onBlur: () => {
      pressing.current = false;
    },
    onKeyDown: () => onEnter(how),
    onClick: () => onEnter(press),
  });
  return (
    <div className={classes(FIELD, className)}>
      {!hideLabel && (
        <span className="flex items-baseline justify-between gap-2 text-sm font-medium text-fg">
          {label}
          {required === false && <span className="text-xs font-normal text-faint">{words.optional}</span>}
        </span>
      )}
      <Group aria-label={label} className={classes(CONTROL, CONTROL_LINE, "flex items-center focus-within:outline-2")}>
        <button
          {...part("segments", "segments")}
          className={classes(
            "h-full min-w-0 flex-1 cursor-text truncate pl-2.5 text-left tabular-nums outline-none",
            value === "" && "text-faint",
          )}
        >
          {dayWords(value, locale)}
        </button>
        <button
          {...part("calendar", "press")}
          aria-label={words.calendar}
          className="flex h-full w-8 shrink-0 items-center justify-center rounded-md text-faint hover:text-fg pointer-coarse:w-10"
        >
          <CalendarDays aria-hidden="true" className="size-4" />
        </button>
      </Group>
      {help && <span className="text-xs text-faint">{help}</span>}
    </div>
  );
}

/**
 * Edits a day, typed digit by digit or picked from a calendar. The picker loads on intent: until then a placeholder
 * that looks like the field is shown.
 */
export function DateField(props: DateFieldProps) {
  const [entered, setEntered] = useState<Entered | null>(null);
  const [isThere, setIsThere] = useState(false);
  useLoadAtFirstSign();
  // Set after the first render, which must match the server's.
  useLayoutEffect(() => setIsThere(Picker !== null), []);

  const enter = (how: Entered) => {
    setEntered(how);
    loadPicker().then(
      () => setIsThere(true),
      () => setEntered(null),
    );
  };

  // Screen readers announce an error with its control, so an error loads the real field.
  useEffect(() => {
    if (props.error) void loadPicker().then(() => setIsThere(true));
  }, [props.error]);

  return isThere && Picker ? <Picker {...props} entered={entered} /> : <StandIn {...props} onEnter={enter} />;
}
