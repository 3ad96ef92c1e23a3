"use client";

import { ExternalLink } from "lucide-react";
import { useId } from "react";
import { Banner } from "#components/ui/banner";
import type { Bound } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { ErrorLine } from "#components/ui/error-line";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { words } from "./authorize-words.ts";
import { useAuthorization } from "./use-authorization.ts";

interface AuthorizeFieldProps extends Bound<unknown> {
  /** Address of the EMR, as it is entered. */
  baseUrl: string;
}

/** Returns why nobody can sign in, in the server's words. */
const reasonOf = (failure: Error): string =>
  failure instanceof ApiFailure ? (failure.errors[0]?.message ?? failure.message) : failure.message;

/** Lets somebody sign in at the EMR, and takes what was granted there. */
export function AuthorizeField({ label, error, value, onChange, baseUrl }: AuthorizeFieldProps) {
  const errorId = useId();
  const { shown, refusal, isPending, isUnderWay, isPressed, leavesPage, prepare, leave, again } = useAuthorization({
    baseUrl,
    value: String(value ?? ""),
    onChange,
  });
  const host = shown?.sign_in_at ?? "";
  const beginAgain = (
    <Button size="sm" onPress={again}>
      {words.again}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group inputs, and there is none here.
    <div
      role="group"
      aria-label={label}
      {...(error && { "aria-describedby": errorId })}
      className="flex flex-col gap-2"
    >
      <p className="text-sm font-medium text-fg">{label}</p>
      {shown?.state === "granted" || (shown === undefined && value) ? (
        <Banner
          tone="success"
          title={shown ? words.granted : words.stored}
          announce={shown !== undefined}
          action={beginAgain}
        >
          {shown?.fhir_user ? words.grantedTo(shown.fhir_user) : null}
        </Banner>
      ) : null}
      {shown?.state === "failed" ? (
        <Banner tone="danger" title={words.notGranted} announce action={beginAgain}>
          {shown.problem}.
        </Banner>
      ) : null}
      {shown?.state === "begun" && isUnderWay ? (
        <Banner tone="info" title={words.waits(host)} announce action={beginAgain}>
          {words.waitsHint}
        </Banner>
      ) : null}
      {shown?.state === "begun" && !isUnderWay ? (
        <>
          <div>
            <Button variant="primary" icon={<ExternalLink aria-hidden="true" />} onPress={leave} autoFocus={isPressed}>
              {words.signInAt(host)}
            </Button>
          </div>
          <p className="text-xs text-faint">{leavesPage ? words.leavesPage : words.opensWindow}</p>
        </>
      ) : null}
      {shown === undefined && !value ? (
        <>
          {refusal ? (
            <Banner tone="warning" title={words.notBegun} announce>
              {reasonOf(refusal)}
            </Banner>
          ) : null}
          <div>
            <Button pending={isPending} isDisabled={baseUrl === ""} onPress={prepare}>
              {words.prepare}
            </Button>
          </div>
          <p className="text-xs text-faint">{baseUrl === "" ? words.addressFirst : words.how}</p>
        </>
      ) : null}
      {error ? <ErrorLine id={errorId}>{error}</ErrorLine> : null}
    </div>
  );
}
