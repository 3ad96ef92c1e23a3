"use client";

import { useState } from "react";
import { ComboBox } from "#components/ui/combo-box";
import type { FieldProps } from "#components/ui/field";

/** More than anyone reads: the next letter narrows them. */
const MOST_SHOWN = 60;

const zones = () => Intl.supportedValuesOf("timeZone").map((zone) => ({ id: zone, name: zone.replaceAll("_", " ") }));

interface ZonePickerProps extends FieldProps {
  /** An IANA name, or "" for none. */
  value: string;
  onChange: (zone: string) => void;
}

/** A time zone, found by typing a part of its name. */
export function ZonePicker({ value, ...field }: ZonePickerProps) {
  const [all] = useState(zones);
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(/[\s/]+/);
  const options = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return (
    <ComboBox
      {...field}
      value={value}
      valueText={value.replaceAll("_", " ")}
      options={options.slice(0, MOST_SHOWN)}
      onInputChange={setText}
      empty="No time zone has this in its name"
    />
  );
}
