import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type FieldValues, get, type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";
import { emrSignIn } from "#lib/browser/api/emr-authorizations";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccountId } from "#lib/browser/session/account";
import { isPlainAddress } from "#lib/emr/port/connection-fields";
import { signInChoice } from "./connection-fields.ts";

/**
 * Chooses the sign-in at the EMR in a form of a new connection where people can sign in at its address, and the first other kind of
 * authorization where nobody can, until a person has chosen one. Returns whether somebody has yet to sign in.
 */
export function useSignInFirst(methods: UseFormReturn<FieldValues>, schema: z.ZodObject | null): boolean {
  const accountId = useAccountId();
  const choice = schema && signInChoice(schema);
  const address = useSettled(String(useWatch({ control: methods.control, name: "base_url" }) ?? ""));
  const { data } = useQuery(emrSignIn(accountId, choice && isPlainAddress(address) ? address : null));
  const hasApp = data?.has_app;
  const choose = useEffectEvent((isPossible: boolean) => {
    if (!choice || methods.getFieldState(choice.path).isDirty) return;
    methods.setValue(choice.path, isPossible ? choice.signIn : choice.otherwise);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is judged anew
  useEffect(() => {
    if (hasApp !== undefined) choose(hasApp);
  }, [hasApp, address]);
  const values = useWatch({ control: methods.control });
  return choice !== null && get(values, choice.path) === choice.signIn && !get(values, choice.grant);
}
