"use client";

import { type RefObject, use, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { focusField } from "#components/ui/focus-field";
import { Form } from "#components/ui/form";
import { draftsOpened } from "#lib/browser/drafts/draft";
import { isEmpty } from "#lib/browser/forms/form-values";
import { isEmbedded } from "#lib/browser/session/authority";
import type { FormOutline } from "#lib/definitions/operation";
import { loadControls } from "./controls.tsx";
import { FormFields } from "./form-fields.tsx";
import { loadResolver } from "./load-resolver.ts";
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

function OpenedForm({ outline, onAccepted, onClear, onEnter }: FormProps) {
  const controls = use(loadControls(outline));
  const form = useOperationForm(outline, onAccepted);
  const element = useRef<HTMLFormElement>(null);
  const names = Object.keys(form.fields);
  useLeaveWarning(Object.keys(form.methods.formState.dirtyFields).length > 0);
  const firstEmpty = names.find((name) => isEmpty(form.methods.getValues(name)));
  useFirstFocus(element, firstEmpty);
  const inTheWay = form.failure?.jobId;

  return (
    <Form
      form={form}
      label={outline.name}
      ref={element}
      // Somebody who is in the form will send it.
      onFocus={() => {
        void loadResolver(outline.id);
        onEnter?.();
      }}
      onStartEmpty={onClear}
      failureAction={inTheWay ? <OpenJob jobId={inTheWay} onOpen={onAccepted} /> : null}
      className="-my-4 flex min-h-[calc(100%+2rem)] flex-col gap-4 pt-4"
    >
      {outline.intro ? <p className="text-muted">{outline.intro}</p> : null}
      <FormFields form={form} outline={outline} controls={controls} />
      {/* At the drawer's end whatever the fields above do: a message that goes away must not move it from under the pointer. */}
      <div className="sticky -bottom-4 z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button type="submit" variant="primary" pending={form.isPending} className="w-full">
          {form.isPending ? "Sending…" : `${names.length > 0 ? "Send" : "Start"} ${outline.name.toLowerCase()}`}
        </Button>
      </div>
    </Form>
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
  // Here, so that the form itself does not suspend between its hooks.
  use(draftsOpened());
  return (
    <OpenedForm
      key={`${outline.id} ${round}`}
      outline={outline}
      onAccepted={onAccepted}
      onClear={() => setRound(round + 1)}
      onEnter={onEnter}
    />
  );
}
