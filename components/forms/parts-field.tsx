"use client";

import { useId } from "react";
import { ErrorLine } from "#components/ui/error-line";
import type { FieldProps } from "#components/ui/field";
import { TextField } from "#components/ui/text-field";

interface PartsFieldProps extends FieldProps {
  /** Labels of the parts by their names. */
  parts: Readonly<Record<string, string>>;
  /** The parts that are filled in, by their names. */
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
}

/** Edits the texts of an object, such as an address; an empty one is none. */
export function PartsField({ label, help, error, parts, value, onChange, onBlur }: PartsFieldProps) {
  const errorId = useId();
  const change = (name: string, text: string) => {
    const { [name]: _, ...others } = value;
    onChange(text === "" ? others : { ...others, [name]: text });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {help ? <p className="text-sm text-faint">{help}</p> : null}
      {Object.entries(parts).map(([name, partLabel]) => (
        <TextField
          key={name}
          label={partLabel}
          value={value[name] ?? ""}
          onChange={(text) => change(name, text)}
          onBlur={onBlur}
        />
      ))}
      {error ? <ErrorLine id={errorId}>{error}</ErrorLine> : null}
    </fieldset>
  );
}
