import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { beginEmrAuthorization, emrAuthorization } from "#lib/browser/api/emr-authorizations";
import { openByForm } from "#lib/browser/page/open-by-form";
import { useAccountId } from "#lib/browser/session/account";

interface AuthorizationField {
  /** Address of the EMR, as it is entered. */
  baseUrl: string;
  /** Id of what was granted; empty without it. */
  value: string;
  onChange: (id: string) => void;
}

/** Manages a sign-in at an EMR in a window of its own, whose outcome the server tells. It is for one address alone. */
export function useAuthorization({ baseUrl, value, onChange }: AuthorizationField) {
  const accountId = useAccountId();
  const { data, variables, error, isPending, mutate, reset } = useMutation({
    mutationFn: (address: string) => beginEmrAuthorization(accountId, address),
  });
  /** What was sent to begin, which is good once. */
  const [sent, setSent] = useState("");
  const isHere = variables === baseUrl;
  const begun = isHere ? data : undefined;
  const { data: shown = begun?.emr_authorization } = useQuery(
    emrAuthorization(accountId, begun?.emr_authorization.id ?? null),
  );
  const take = useEffectEvent(onChange);
  const granted = shown?.state === "granted" ? shown.id : "";
  useEffect(() => {
    if (granted !== "") take(granted);
  }, [granted]);
  const isElsewhere = value !== "" && variables !== undefined && !isHere;
  useEffect(() => {
    if (isElsewhere) take("");
  }, [isElsewhere]);
  return {
    shown,
    refusal: isHere ? error : null,
    isPending,
    isUnderWay: begun !== undefined && sent === begun.start,
    prepare: () => mutate(baseUrl),
    leave() {
      if (!begun) return;
      setSent(begun.start);
      openByForm(begun.start_path, { start: begun.start });
    },
    again() {
      onChange("");
      reset();
    },
  };
}
