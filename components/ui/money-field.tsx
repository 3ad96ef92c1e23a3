"use client";

import { useId, useState } from "react";
import { amountInWords } from "#lib/kernel/amount-words";
import { formatMoney } from "#lib/kernel/money";
import { numberLocale } from "#lib/kernel/shown-locale";
import { type ReadAmount, readAmount } from "#lib/kernel/typed-amount";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import { ErrorMark } from "./error-line.tsx";
import type { FieldProps } from "./field.tsx";
import { words } from "./money-words.ts";

export interface MoneyFieldProps extends FieldProps {
  /** The amount; "" for none, and a text that is no amount as it was typed, which the form's check refuses. */
  value: number | string;
  onChange: (value: number | string) => void;
  /** ISO 4217, such as USD; shown beside the amount. */
  currency: string;
}

/** Returns an amount as the field shows it. Further decimals are kept, so that the form refuses them. */
const textOf = (value: number | string): string =>
  typeof value === "number" && !Number.isNaN(value)
    ? value.toLocaleString(numberLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 6 })
    : String(value || "");

/** The least amount that has no words here. No EMR takes one as large. */
const BEYOND_WORDS = 1e12;

const readBack = (amount: number): string => (amount < BEYOND_WORDS ? amountInWords(amount) : formatMoney(amount));

/** Reads an amount in the format of the page's numbers. */
const readHere = (text: string): ReadAmount => readAmount(text, textOf(1.5).includes(",") ? "," : ".");

/** Returns what is read out of a typed text once the field is left. */
function spoken(read: ReadAmount): string {
  if (read.kind === "amount") return readBack(read.amount);
  if (read.kind === "question") return `${words.whichAmount} ${read.amounts.map(readBack).join(", ")}`;
  return read.kind === "unread" ? read.expected : "";
}

/**
 * Edits an amount of money with its currency: "1,250", "$12.5" and so on, read back below in words. A text that can mean several
 * amounts is asked about, and one that means none stays, with what was expected.
 */
export function MoneyField({
  label,
  help,
  error,
  required,
  disabled,
  value,
  onChange,
  onBlur,
  currency,
}: MoneyFieldProps) {
  const id = useId();
  const [entered, setEntered] = useState(false);
  const [announced, setAnnounced] = useState("");
  // An amount that comes from elsewhere takes the place of what was typed.
  const [typed, setTyped] = useState<{ text: string; value: number | string } | null>(null);
  const current = typed?.value === value ? typed : null;
  const text = current?.text ?? textOf(value);
  const read = current || typeof value === "string" ? readHere(text) : null;
  const isAsked = read?.kind === "question" && (!entered || Boolean(error));
  const unread = read?.kind === "unread" && (!entered || error) ? read.expected : null;
  const wrong = isAsked ? null : (unread ?? error ?? null);
  const note = isAsked ? words.whichAmount : read?.kind === "amount" && entered ? readBack(read.amount) : help;

  const type = (next: string) => {
    const now = readHere(next);
    const taken = now.kind === "amount" ? now.amount : now.kind === "none" ? "" : next;
    setTyped({ text: next, value: taken });
    onChange(taken);
  };
  return (
    <div className={FIELD}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-2 text-sm font-medium text-fg">
        {label}
        {required === false && <span className="text-xs font-normal text-faint">{words.optional}</span>}
      </label>
      <div
        data-invalid={wrong || isAsked ? true : undefined}
        className={classes(
          CONTROL,
          CONTROL_LINE,
          "flex items-center focus-within:border-accent focus-within:outline-2 hover:border-line-strong",
        )}
      >
        <input
          id={id}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onFocus={() => setEntered(true)}
          onBlur={() => {
            setEntered(false);
            if (current && read) setAnnounced(spoken(read));
            if (typeof value === "number") setTyped(null);
            onBlur?.();
          }}
          inputMode="decimal"
          autoComplete="off"
          disabled={disabled}
          aria-describedby={`${id}-note`}
          aria-required={required}
          aria-invalid={wrong !== null || isAsked}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent px-2.5 tabular-nums outline-none"
        />
        <span className="px-2.5 text-sm text-faint">{currency}</span>
      </div>
      <span
        id={`${id}-note`}
        className={classes("flex min-h-4 items-start gap-1 text-xs", wrong || isAsked ? "text-danger" : "text-faint")}
      >
        {(wrong || isAsked) && <ErrorMark />}
        {wrong ?? note}
      </span>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {isAsked && (
        <span className="flex flex-wrap gap-1">
          {read.amounts.map((amount) => (
            <button
              key={amount}
              type="button"
              // The field keeps the focus until the choice is made.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                setTyped(null);
                onChange(amount);
                // This button goes with the question.
                document.getElementById(id)?.focus();
              }}
              className="rounded-md border border-line-strong/75 px-2 py-0.5 text-sm text-fg tabular-nums hover:bg-hover"
            >
              {formatMoney(amount)}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
