import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type FieldValues, useWatch } from "react-hook-form";
import { settings } from "#lib/browser/api/settings";
import { isEmpty } from "#lib/browser/forms/form-values";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { useAccount, useIsGranted } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { todayIn } from "#lib/kernel/dates";
import { isOwnReference, ownReference } from "#lib/kernel/own-reference";
import { referenceField } from "./known-values.ts";
import { words } from "./words.ts";

const same = (one: string, other: unknown): boolean =>
  typeof other === "string" && one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Fills in a reference number of our own while the chosen method needs none, unless the person entered one (additions §7).
 * Returns the line under the field that says so.
 */
export function useOwnReference(
  outline: FormOutline,
  { methods, fill }: Pick<SubmittedForm<FieldValues, FieldValues>, "methods" | "fill">,
): Record<string, string> {
  const { id, timezone } = useAccount();
  const field = useMemo(() => referenceField(outline), [outline]);
  const mayRead = useIsGranted("settings:read");
  const { data } = useQuery({ ...settings(id), enabled: field !== null && mayRead });
  const names: string[] = field ? [field.by, field.name] : [];
  const [method, reference]: unknown[] = useWatch({ control: methods.control, name: names });
  const isWithout = data?.methods_without_reference.some((name) => same(name, method)) ?? false;

  useEffect(() => {
    if (!field || !data) return;
    const value: unknown = methods.getValues(field.name);
    if (isWithout && isEmpty(value)) fill({ [field.name]: ownReference(todayIn(timezone)) });
    // One that was filled in for another method does not stay.
    if (!isWithout && isOwnReference(value)) fill({ [field.name]: "" });
  }, [field, data, isWithout, timezone, methods, fill]);

  return field && isWithout && isOwnReference(reference) ? { [field.name]: words.ownReference(String(method)) } : {};
}
