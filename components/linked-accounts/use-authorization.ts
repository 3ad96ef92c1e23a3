import { useMutation, useQuery } from "@tanstack/react-query";
import { use, useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import type { AuthorizationModel } from "#lib/administration/emr-authorizations/model";
import { beginEmrAuthorization, emrAuthorization, emrSignIn } from "#lib/browser/api/emr-authorizations";
import { openByForm } from "#lib/browser/page/open-by-form";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccountId } from "#lib/browser/session/account";
import { isPlainAddress } from "#lib/emr/port/connection-fields";
import { type SignInPage, SignInPageContext } from "./sign-in-page.ts";

/** Shorter than the time that the server gives a sign-in: one that waits longer for its person is begun anew. */
const RENEW_MS = 8 * 60_000;

interface AuthorizationField {
  /** Address of the EMR, as it is entered. */
  baseUrl: string;
  /** Id of what was granted; empty without it. */
  value: string;
  onChange: (id: string) => void;
}

/** Returns the sign-in from which the page has come back with an answer of the EMR. */
function answered(page: SignInPage | null): AuthorizationModel | null {
  const before = page?.cameBack?.authorization;
  return before && before.state !== "begun" ? before : null;
}

/** Returns whether somebody can sign in at an address that nobody is typing any more. */
function useHasApp(accountId: string, baseUrl: string): boolean {
  const { touchedFields, defaultValues } = useFormState({ name: "base_url" });
  const isWhole = Boolean(touchedFields.base_url) || baseUrl === defaultValues?.base_url;
  const address = useSettled(isWhole ? baseUrl : "");
  const { data } = useQuery(emrSignIn(accountId, isPlainAddress(address) ? address : null));
  return data?.has_app === true;
}

/**
 * Manages a sign-in at an EMR, in a window of its own or by leaving the page, whose outcome the server tells. It is for one address
 * alone. Where the EMR is known to let people sign in, it is asked at once where that is.
 */
export function useAuthorization({ baseUrl, value, onChange }: AuthorizationField) {
  const accountId = useAccountId();
  const page = use(SignInPageContext);
  const { getValues } = useFormContext();
  const { data, variables, error, isPending, mutate, reset } = useMutation({
    mutationFn: (address: string) => beginEmrAuthorization(accountId, address),
  });
  /** What was sent to begin, which is good once. */
  const [sent, setSent] = useState("");
  /** Whether a person has pressed for what is shown, rather than the address. */
  const [isPressed, setPressed] = useState(false);
  const [cameBack, setCameBack] = useState(answered(page));
  const isHere = variables === baseUrl;
  const begun = isHere ? data : undefined;
  const isUnderWay = begun !== undefined && sent === begun.start;
  const before = cameBack?.base_url === baseUrl ? cameBack : undefined;
  const { data: shown = begun?.emr_authorization ?? before } = useQuery(
    emrAuthorization(accountId, begun && isUnderWay ? begun.emr_authorization.id : null),
  );
  const take = useEffectEvent(onChange);
  const granted = shown?.state === "granted" ? shown.id : "";
  useEffect(() => {
    if (granted !== "") take(granted);
  }, [granted]);
  const isElsewhere = value !== "" && (variables ?? cameBack?.base_url ?? baseUrl) !== baseUrl;
  useEffect(() => {
    if (isElsewhere) take("");
  }, [isElsewhere]);

  const hasApp = useHasApp(accountId, baseUrl);
  const isWanted = hasApp && value === "" && !isHere && before === undefined;
  useEffect(() => {
    if (isWanted) mutate(baseUrl);
  }, [isWanted, baseUrl, mutate]);
  const waitsSince = isUnderWay ? undefined : begun?.start;
  useEffect(() => {
    if (waitsSince === undefined) return;
    const timer = setTimeout(reset, RENEW_MS);
    return () => clearTimeout(timer);
  }, [waitsSince, reset]);

  return {
    shown,
    refusal: isHere ? error : null,
    isPending,
    isUnderWay,
    isPressed,
    leavesPage: page !== null,
    prepare() {
      setPressed(true);
      mutate(baseUrl);
    },
    leave() {
      if (!begun) return;
      setSent(begun.start);
      if (!page) return openByForm(begun.start_path, { start: begun.start });
      page.keep(getValues());
      openByForm(begun.start_path, { start: begun.start, link_token: page.token }, "_self");
    },
    again() {
      setPressed(true);
      setCameBack(null);
      onChange("");
      reset();
    },
  };
}
