"use client";

import { useRef, useState } from "react";
import { RadioGroup } from "#components/ui/radio-group";
import { withinSentence } from "#lib/browser/forms/instruction";
import type { OutlinedFields } from "./control-types.ts";
import { FormField } from "./form-field.tsx";

/** Shows alternative fields: a choice between them, and the selected one. Switching back restores a field's value. */
export function EitherFields(props: OutlinedFields) {
  const { form, outline } = props;
  const names = outline.either;
  const { getValues, setValue, clearErrors } = form.methods;
  const kept = useRef<Record<string, unknown>>({});
  const [chosen, setChosen] = useState(() => names.find((name) => getValues(name)?.length > 0) ?? names[0] ?? "");
  const choose = (name: string) => {
    kept.current[chosen] = getValues(chosen);
    setValue(chosen, "");
    setValue(name, kept.current[name] ?? "", { shouldDirty: true });
    clearErrors([...names]);
    setChosen(name);
  };
  const options = names.map((name) => ({ id: name, name: `By ${withinSentence(outline.form[name]?.label ?? name)}` }));
  return (
    <>
      <RadioGroup label={outline.eitherLabel} layout="row" value={chosen} onChange={choose} options={options} />
      <FormField key={chosen} {...props} name={chosen} required />
    </>
  );
}
