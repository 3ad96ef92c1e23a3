"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "#components/ui/button";
import { isEmpty } from "#lib/browser/forms/form-values";
import type { OutlinedFields } from "./control-types.ts";
import { FormField } from "./form-field.tsx";
import { words } from "./words.ts";

interface MoreFieldsProps extends OutlinedFields {
  /** The fields that few requests need. */
  names: readonly string[];
}

/** Shows the rare fields of a form on demand. It opens by itself if one of them has a value or an error. */
export function MoreFields({ names, ...props }: MoreFieldsProps) {
  const { methods, fields } = props.form;
  const id = useId();
  const [isOpen, setOpen] = useState(() => names.some((name) => !isEmpty(methods.getValues(name))));
  const { errors } = useFormState({ control: methods.control });
  // Stays open after the error was mended.
  if (!isOpen && names.some((name) => errors[name])) setOpen(true);
  return (
    <>
      <div className="border-t border-line pt-3">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setOpen(!isOpen)}
          className="-ml-2 max-w-full aria-expanded:bg-transparent"
        >
          <ChevronRight aria-hidden className={`motion-safe:transition-transform ${isOpen ? "rotate-90" : ""}`} />
          <span className="font-medium">{words.more}</span>
          {isOpen ? null : (
            <span aria-hidden="true" className="truncate text-faint">
              {names.map((name) => fields[name]?.label ?? name).join(", ")}
            </span>
          )}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="flex flex-col gap-4">
        {isOpen ? names.map((name) => <FormField key={name} {...props} name={name} />) : null}
      </div>
    </>
  );
}
