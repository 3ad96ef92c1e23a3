"use client";

import { CalendarDays } from "lucide-react";
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import { dateFormat } from "#lib/kernel/date-format";
import { classes } from "./classes.ts";
import type { DateFieldProps, Entered } from "./date-field-props.ts";
import type { DatePicker } from "./date-picker.tsx";
import { CONTROL, CONTROL_LINE, FIELD } from "./field.tsx";

let Picker: typeof DatePicker | null = null;

/** Brings the code that dates are typed and picked with, a third of what a page of this product weighs. */
async function loadPicker(): Promise<void> {
  Picker ??= (await import("./date-picker.tsx")).DatePicker;
}

/** A hand on the mouse, the screen or the keys: what is used next should be there by then. */
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

function useLoadAtFirstSign() {
  useEffect(() => {
    const end = new AbortController();
    const load = () => {
      end.abort();
      // Who goes into the field tries again.
      loadPicker().catch(() => undefined);
    };
    for (const sign of SIGNS) window.addEventListener(sign, load, { signal: end.signal, passive: true });
    return () => end.abort();
  }, []);
}

/** The day as the field shows it, "11/21/2026", or the places of its parts: "mm/dd/yyyy". */
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

/** What the field looks like until somebody goes into it. */
function StandIn({ label, help, value, hideLabel, required, disabled, className, onEnter }: StandInProps) {
  const { locale } = useLocale();
  /** A press ends in a click: exchanged in between, it would hit nothing. */
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
          {required === false && <span className="text-xs font-normal text-faint">optional</span>}
        </span>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the control is */}
      <div
        role="group"
        aria-label={label}
        className={classes(CONTROL, CONTROL_LINE, "flex items-center focus-within:outline-2")}
      >
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
          aria-label="Calendar"
          className="flex h-full w-8 shrink-0 items-center justify-center rounded-md text-faint hover:text-fg pointer-coarse:w-10"
        >
          <CalendarDays aria-hidden="true" className="size-4" />
        </button>
      </div>
      {help && <span className="text-xs text-faint">{help}</span>}
    </div>
  );
}

/**
 * A day, typed digit by digit or picked from a calendar. Both come on intent: until somebody goes into the field it only
 * looks like one.
 */
export function DateField(props: DateFieldProps) {
  const [entered, setEntered] = useState<Entered | null>(null);
  const [isThere, setIsThere] = useState(false);
  useLoadAtFirstSign();
  // Not in the first drawing: the server's has none.
  useLayoutEffect(() => setIsThere(Picker !== null), []);

  const enter = (how: Entered) => {
    setEntered(how);
    loadPicker().then(
      () => setIsThere(true),
      () => setEntered(null),
    );
  };

  // What is wrong is read out with the control that it is about.
  useEffect(() => {
    if (props.error) void loadPicker().then(() => setIsThere(true));
  }, [props.error]);

  return isThere && Picker ? <Picker {...props} entered={entered} /> : <StandIn {...props} onEnter={enter} />;
}
