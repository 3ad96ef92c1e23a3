"use client";

import { CalendarDays } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import { dateFormat } from "#lib/kernel/date-format";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import type { DateFieldProps, Entered } from "./date-field-props.ts";
import type { DatePicker } from "./date-picker.tsx";
import { enteredCode, useLoadedOnEntry, useStandIn } from "./loaded-on-entry.ts";
import { words } from "./words.ts";

/** A third of a typical page's size. */
const PICKER = enteredCode(async () => (await import("./date-picker.tsx")).DatePicker);

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
  onLeave: () => void;
}

/** Looks like the field until the user enters it. */
function StandIn(props: StandInProps) {
  const { label, help, value, hideLabel, required, disabled, className, onEnter, onLeave } = props;
  const { locale } = useLocale();
  const entering = useStandIn(onEnter, onLeave);
  return (
    <div className={classes(FIELD, className)}>
      {!hideLabel && (
        <span className="flex items-baseline justify-between gap-2 text-sm font-medium text-fg">
          {label}
          {required === false && <span className="text-xs font-normal text-faint">{words.optional}</span>}
        </span>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a frame of its own */}
      <div
        role="group"
        aria-label={label}
        className={classes(CONTROL, CONTROL_LINE, "flex items-center focus-within:outline-2 hover:border-line-strong")}
      >
        <button
          {...entering({ focus: "segments", key: "segments", press: "segments" })}
          type="button"
          disabled={disabled ?? false}
          className={classes(
            "h-full min-w-0 flex-1 cursor-text truncate pl-2.5 text-left tabular-nums outline-none",
            value === "" && "text-faint",
          )}
        >
          {dayWords(value, locale)}
        </button>
        <button
          {...entering({ focus: "calendar", key: "calendar", press: "press" })}
          type="button"
          disabled={disabled ?? false}
          aria-label={words.calendar}
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
 * Edits a day, typed digit by digit or picked from a calendar. The picker loads on intent: until then a placeholder
 * that looks like the field is shown.
 */
export function DateField(props: DateFieldProps) {
  const { Control, entered, enter, leave, show } = useLoadedOnEntry<typeof DatePicker, Entered>(PICKER);

  // Screen readers announce an error with its control, so an error loads the real field.
  const showError = useEffectEvent(show);
  useEffect(() => {
    if (props.error) showError();
  }, [props.error]);

  return Control ? <Control {...props} entered={entered} /> : <StandIn {...props} onEnter={enter} onLeave={leave} />;
}
