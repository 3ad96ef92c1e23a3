"use client";

import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { RadioGroup } from "#components/ui/radio-group";
import type { FormOutline } from "#lib/definitions/operation";
import type { Controls } from "./controls.tsx";
import { FormField } from "./form-field.tsx";

export interface EitherFieldsProps {
  outline: FormOutline;
  controls: Controls;
}

/** Fields of which one is sent: a choice between them, and the chosen one. What the others held comes back with them. */
export function EitherFields({ outline, controls }: EitherFieldsProps) {
  const names = outline.either;
  const { getValues, setValue, clearErrors } = useFormContext();
  const kept = useRef<Record<string, unknown>>({});
  const [chosen, setChosen] = useState(() => names.find((name) => getValues(name)?.length > 0) ?? names[0] ?? "");
  const choose = (name: string) => {
    kept.current[chosen] = getValues(chosen);
    setValue(chosen, "");
    setValue(name, kept.current[name] ?? "", { shouldDirty: true });
    clearErrors([...names]);
    setChosen(name);
  };
  const options = names.map((name) => ({ id: name, name: `By ${outline.form[name]?.label.toLowerCase()}` }));
  return (
    <>
      <RadioGroup label="Which ones" layout="row" value={chosen} onChange={choose} options={options} />
      <FormField key={chosen} outline={outline} controls={controls} name={chosen} required />
    </>
  );
}
