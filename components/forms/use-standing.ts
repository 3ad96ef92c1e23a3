import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { carriedValues } from "./carried-values.ts";
import { changedRecord, pickedRecord } from "./changed-record.ts";
import { standingFields } from "./standing-fields.ts";

/**
 * Fills a form that changes a record with the record's values when it is selected, and stores them in `standing`,
 * so that only changed fields are sent.
 */
export function useStanding(
  outline: FormOutline,
  form: UseFormReturn<FieldValues>,
  standing: RefObject<FieldValues>,
): void {
  const accountId = useAccountId();
  const client = useQueryClient();
  useEffect(() => {
    const record = changedRecord(outline);
    if (!record) return;
    const { parameter, kind } = record;
    let picked = form.getValues(parameter);
    return form.subscribe({
      name: parameter,
      formState: { values: true },
      callback: ({ values }) => {
        if (values[parameter] === picked) return;
        picked = values[parameter];
        const found = pickedRecord(client, accountId, kind, picked);
        const held = found ? standingFields(found, outline.form) : {};
        const carried = carriedValues(values, standing.current, held);
        standing.current = held;
        for (const name of Object.keys(values)) {
          if (name !== parameter && values[name] !== carried[name]) form.setValue(name, carried[name]);
        }
        form.clearErrors();
      },
    });
  }, [outline, form, standing, accountId, client]);
}
