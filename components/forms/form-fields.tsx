"use client";

import type { OutlinedFields } from "./control-types.ts";
import { FormField } from "./form-field.tsx";
import { MoreFields } from "./more-fields.tsx";
import { fieldsOf } from "./target-fields.ts";
import { useLeftOut } from "./use-left-out.ts";

/** Shows the fields of an operation's form: the usual ones, then the rare ones under "More". */
export function FormFields(props: OutlinedFields) {
  const { form, outline, controls } = props;
  const { either } = outline;
  const { EitherFields } = controls;
  const omitted = useLeftOut(form, outline);
  const fields = Object.entries(fieldsOf(outline)).filter(([name]) => !omitted.includes(name));
  // An EMR may require a field that is rare elsewhere.
  const rare = fields.flatMap(([name, field]) => (field.rare && !form.fields[name]?.required ? [name] : []));
  return (
    <>
      {fields.map(([name]) => {
        if (EitherFields && name === either[0]) return <EitherFields key={name} {...props} />;
        return either.includes(name) || rare.includes(name) ? null : <FormField key={name} {...props} name={name} />;
      })}
      {rare.length > 0 ? <MoreFields {...props} names={rare} /> : null}
    </>
  );
}
