"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton";
import { requiredEnrolment } from "./second-step.ts";
import { words } from "./words.ts";

const loading = () => <Skeleton className="h-40" />;

/** Only the browser knows whether passkeys work at its address. */
const SecondStepForm = dynamic(() => import("./second-step-form.tsx").then((module) => module.SecondStepForm), {
  ssr: false,
  loading,
});
const SetUp = dynamic(() => import("#components/second-factor/set-up").then((module) => module.SetUp), {
  ssr: false,
  loading,
});

interface SecondStepPageProps {
  /** `enrol`: the organization requires a second factor, and the person has none. */
  step: "prove" | "enrol";
  /** Path of the page to open after signing in. */
  next: string;
  hasPasskeys: boolean;
  /** The origin at which passkeys work; null if they work nowhere. */
  passkeysAt: string | null;
}

/** Asks for the second factor after the password, or for a new one. */
export function SecondStepPage({ step, next, hasPasskeys, passkeysAt }: SecondStepPageProps) {
  if (step === "prove") return <SecondStepForm next={next} hasPasskeys={hasPasskeys} passkeysAt={passkeysAt} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{words.factorRequired}</p>
      <SetUp api={requiredEnrolment} passkeysAt={passkeysAt} onDone={() => window.location.assign(next)} />
    </div>
  );
}
