"use client";

import { type RefObject, use, useEffect, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { KeptBanner } from "#components/ui/kept-banner";
import { draftsOpened } from "#lib/browser/drafts/draft";
import { isEmbedded } from "#lib/browser/session/authority";
import type { FormOutline } from "#lib/definitions/operation";
import { loadControls } from "./controls.tsx";
import { focusField } from "./focus-field.ts";
import { FormFields } from "./form-fields.tsx";
import { isEmpty } from "./form-values.ts";
import { loadResolver } from "./load-resolver.ts";
import { fieldsOf } from "./target-fields.ts";
import { useOperationForm } from "./use-operation-form.ts";

interface FormProps {
  outline: FormOutline;
  onAccepted: (jobId: number) => void;
  /** Throws away what was typed and begins anew. */
  onClear: () => void;
  onEnter: (() => void) | undefined;
}

/** Asks before the tab is closed on something that was typed and not sent. */
function useLeaveWarning(unsent: boolean) {
  useEffect(() => {
    if (!unsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsent]);
}

/**
 * Begins a form in its first empty field, so that one can type at once; where a keyboard would come up
 * over it, one taps. In a partner's page the focus is that page's. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, name: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    if (name !== undefined && !isEmbedded() && !window.matchMedia("(pointer: coarse)").matches)
      focusField(form.current, name);
  }, []);
}

function OpenJob({ jobId, onOpen }: { jobId: number; onOpen: (jobId: number) => void }) {
  return (
    <Button variant="link" onPress={() => onOpen(jobId)}>
      Open it
    </Button>
  );
}

function Form({ outline, onAccepted, onClear, onEnter }: FormProps) {
  const controls = use(loadControls(outline));
  const { form, failure, sending, restored, submit, discard } = useOperationForm(outline, onAccepted);
  const element = useRef<HTMLFormElement>(null);
  const { errors, submitCount, dirtyFields } = form.formState;
  const names = Object.keys(fieldsOf(outline));
  const firstFaulty = useRef<string | undefined>(undefined);
  firstFaulty.current = names.find((name) => errors[name]);
  useLeaveWarning(Object.keys(dirtyFields).length > 0);
  const firstEmpty = names.find((name) => isEmpty(form.getValues(name)));
  useFirstFocus(element, firstEmpty);

  // A submission moves the focus to what needs another look, read out with its message; typing never does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each submission and its answer
  useEffect(() => {
    if (firstFaulty.current) focusField(element.current, firstFaulty.current);
    else if (failure) element.current?.scrollIntoView({ block: "start" });
  }, [submitCount, failure]);

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      // Whoever is in the form will send it.
      onFocus={() => {
        void loadResolver(outline.id);
        onEnter?.();
      }}
      aria-label={outline.name}
      className="-my-4 flex min-h-[calc(100%+2rem)] flex-col gap-4 pt-4"
    >
      {restored ? (
        <KeptBanner
          onStartEmpty={() => {
            discard();
            onClear();
          }}
        />
      ) : null}
      {failure ? (
        <Banner
          tone="danger"
          title={failure.title}
          announce
          {...(failure.jobId && { action: <OpenJob jobId={failure.jobId} onOpen={onAccepted} /> })}
        >
          {failure.next}
        </Banner>
      ) : null}
      {outline.intro ? <p className="text-muted">{outline.intro}</p> : null}
      <FormProvider {...form}>
        <FormFields outline={outline} controls={controls} />
      </FormProvider>
      {/* At the drawer's end whatever the fields above do: a message that goes away must not move it from under the pointer. */}
      <div className="sticky -bottom-4 z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button type="submit" variant="primary" pending={sending} className="w-full">
          {sending ? "Sending…" : `${names.length > 0 ? "Send" : "Start"} ${outline.name.toLowerCase()}`}
        </Button>
      </div>
    </form>
  );
}

interface OutlinedFormProps {
  outline: FormOutline;
  /** Called with the job's id once the operation was accepted. */
  onAccepted: (jobId: number) => void;
  /** Called as somebody goes into it: what comes after it may be fetched. */
  onEnter?: () => void;
}

/** The form of an operation, drawn from its outline; what checks it comes once somebody is in it. */
export function OutlinedForm({ outline, onAccepted, onEnter }: OutlinedFormProps) {
  const [round, setRound] = useState(0);
  use(draftsOpened());
  return (
    <Form
      key={`${outline.id} ${round}`}
      outline={outline}
      onAccepted={onAccepted}
      onClear={() => setRound(round + 1)}
      onEnter={onEnter}
    />
  );
}
