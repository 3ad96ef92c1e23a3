"use client";

import { useState } from "react";
import { ComboBox } from "#components/ui/combo-box";
import { exactOr } from "#components/ui/decision.ts";
import type { FieldProps } from "#components/ui/field";
import { words } from "./link-words.ts";

/** Maximum number of displayed zones; typing narrows them. */
const MAX_SHOWN = 60;

const zones = () => Intl.supportedValuesOf("timeZone").map((zone) => ({ id: zone, name: zone.replaceAll("_", " ") }));

interface ZonePickerProps extends FieldProps {
  /** An IANA name, or "" for none. */
  value: string;
  onChange: (zone: string) => void;
}

/** Selects a time zone by a part of its name. */
export function ZonePicker({ value, ...field }: ZonePickerProps) {
  const [all] = useState(zones);
  const [text, setText] = useState("");
  const matching = (typed: string) => {
    const parts = typed.toLowerCase().split(/[\s/]+/);
    return all.filter(({ name }) => parts.every((part) => name.toLowerCase().includes(part)));
  };
  return (
    <ComboBox
      {...field}
      value={value}
      valueText={value.replaceAll("_", " ")}
      options={matching(text).slice(0, MAX_SHOWN)}
      find={(typed) => exactOr(all, typed, matching(typed))}
      onInputChange={setText}
      empty={words.noTimeZone}
    />
  );
}
