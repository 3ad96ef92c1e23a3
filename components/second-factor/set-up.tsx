"use client";

import { KeyRound, Smartphone } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useId, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Skeleton } from "#components/ui/skeleton";
import { Refused } from "#lib/browser/forms/failure-words";
import type { BegunEnrolment, FinishedEnrolment } from "#lib/sign-in/second-factor/model";
import type { EnrolmentApi } from "./enrolment-api.ts";
import { makePasskey, whyNoPasskeys } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { KINDS, words } from "./words.ts";

const AppSetUp = dynamic(() => import("./app-set-up.tsx").then((module) => module.AppSetUp), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

type Kind = keyof typeof KINDS;

interface Problem {
  title: string;
  next: string;
}

const problemIn = (error: unknown): Problem =>
  error instanceof Refused
    ? error.words
    : { title: error instanceof Error ? error.message : String(error), next: words.nothingSetUp };

interface ChoiceProps {
  kind: Kind;
  icon: ReactNode;
  pending: boolean;
  /** Why it is not possible here; null if it is. */
  reason: string | null;
  onPress: () => void;
}

function Choice({ kind, icon, pending, reason, onPress }: ChoiceProps) {
  const id = useId();
  const { name, help } = KINDS[kind];
  return (
    <div className="flex flex-col gap-1">
      <Button icon={icon} pending={pending} isDisabled={reason !== null} aria-describedby={id} onPress={onPress}>
        {name}
      </Button>
      <p id={id} className="text-sm text-muted">
        {reason ?? help}
      </p>
    </div>
  );
}

interface SetUpProps {
  api: EnrolmentApi;
  /** The origin at which passkeys work; null if they work nowhere. */
  passkeysAt: string | null;
  /** False if the person has an authenticator app: one is enough. */
  mayAddApp?: boolean;
  /** Adds a button that leaves without setting anything up. */
  onCancel?: () => void;
  /** Called at the end, after the recovery codes were shown if there are new ones. */
  onDone: () => void;
}

/** Sets up an authenticator app or a passkey, then shows the recovery codes. */
export function SetUp({ api, passkeysAt, mayAddApp = true, onCancel, onDone }: SetUpProps) {
  const [pending, setPending] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [app, setApp] = useState<BegunEnrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const finish = async (body: FinishedEnrolment) => {
    const made = await api.finish(body);
    if (made && made.length > 0) setCodes(made);
    else onDone();
  };
  const start = async (kind: Kind) => {
    if (pending) return;
    setPending(kind);
    setProblem(null);
    try {
      const begun = await api.begin(kind);
      if (begun.totp) setApp(begun);
      else await finish({ enrolment: begun.enrolment, ...(await makePasskey(begun.options ?? {})) });
    } catch (error) {
      setProblem(problemIn(error));
    } finally {
      setPending(null);
    }
  };

  const cancel = onCancel ? <Button onPress={onCancel}>{words.cancel}</Button> : null;
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />;
  if (app?.totp) {
    const { enrolment, totp } = app;
    return (
      <AppSetUp totp={totp} onCode={(code) => finish({ enrolment, code })}>
        {cancel}
      </AppSetUp>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="danger" title={problem.title} announce>
          {problem.next}
        </Banner>
      ) : null}
      <Choice
        kind="totp"
        icon={<Smartphone aria-hidden="true" />}
        pending={pending === "totp"}
        reason={mayAddApp ? null : words.oneAlready}
        onPress={() => void start("totp")}
      />
      <Choice
        kind="passkey"
        icon={<KeyRound aria-hidden="true" />}
        pending={pending === "passkey"}
        reason={whyNoPasskeys(passkeysAt)}
        onPress={() => void start("passkey")}
      />
      {cancel ? <div className="flex justify-end">{cancel}</div> : null}
    </div>
  );
}
