import { useState } from "react";
import { useFormState } from "react-hook-form";
import { isEmpty } from "#lib/browser/forms/form-values";
import type { OutlinedFields } from "./control-types.ts";
import { leftOut } from "./left-out.ts";
import { fieldsOf } from "./target-fields.ts";

/** Returns the fields that a form leaves out because another one says the same. A field that has once been seen stays. */
export function useLeftOut(
  { methods, fields }: OutlinedFields["form"],
  outline: OutlinedFields["outline"],
): readonly string[] {
  const form = fieldsOf(outline);
  const [kept, setKept] = useState(() => Object.keys(form).filter((name) => !isEmpty(methods.getValues(name))));
  const { errors } = useFormState({ control: methods.control });
  const omitted = leftOut(
    form,
    (name) => fields[name]?.required === true,
    (name) => kept.includes(name),
  );
  const refused = omitted.filter((name) => errors[name]);
  if (refused.length > 0) setKept([...kept, ...refused]);
  return omitted;
}
