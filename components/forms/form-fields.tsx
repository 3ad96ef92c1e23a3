"use client";

import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { RadioGroup } from "#components/ui/radio-group";
import type { FormField, OperationDefinition } from "#lib/operations/definition";
import { FieldControl } from "./field-control.tsx";
import { targetFields } from "./target-fields.ts";

/** The fields that an operation's form asks for, in the order in which they stand. */
export const fieldsOf = ({ path, form }: OperationDefinition): Record<string, FormField> =>
  Object.fromEntries(
    Object.entries<FormField>({ ...targetFields(path), ...form }).filter(([, { hidden = false }]) => !hidden),
  );

interface FieldProps {
  definition: OperationDefinition;
  name: string;
  /** Of two that exclude each other, the one in sight has to be filled in. */
  required?: boolean;
}

function Field({ definition, name, required }: FieldProps) {
  const { control } = useFormContext();
  const field = fieldsOf(definition)[name];
  if (!field) return null;
  const schema = definition.input.shape[name];
  return (
    <div data-field={name}>
      <FieldControl
        name={name}
        field={field}
        required={required ?? !schema?.safeParse(undefined).success}
        control={control}
      />
    </div>
  );
}

/** Fields of which one is sent: a choice between them, and the chosen one. What the others held comes back with them. */
function EitherFields({ definition, names }: { definition: OperationDefinition; names: readonly string[] }) {
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
  const options = names.map((name) => ({ id: name, name: `By ${definition.form[name]?.label.toLowerCase()}` }));
  return (
    <>
      <RadioGroup label="Which ones" layout="row" value={chosen} onChange={choose} options={options} />
      <Field key={chosen} definition={definition} name={chosen} required />
    </>
  );
}

/** Every field of an operation's form. Stands in the form's context. */
export function FormFields({ definition }: { definition: OperationDefinition }) {
  const either: readonly string[] = definition.either ?? [];
  return Object.keys(fieldsOf(definition)).map((name) => {
    if (name === either[0]) return <EitherFields key={name} definition={definition} names={either} />;
    return either.includes(name) ? null : <Field key={name} definition={definition} name={name} />;
  });
}
