"use client";

import dynamic from "next/dynamic";
import { type RefObject, use, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { focusField } from "#components/ui/focus-field";
import { Form } from "#components/ui/form";
import { useLinksLead } from "#components/ui/link-scope";
import { useShortcutWords } from "#components/ui/use-shortcut-words";
import { draftsOpened } from "#lib/browser/drafts/draft";
import { NO_OPENING, type Opening, onOpening, roundOf } from "#lib/browser/drafts/opening";
import { isEmpty } from "#lib/browser/forms/form-values";
import { loadAhead } from "#lib/browser/forms/lazy-resolver";
import { takeTyped, typeInto } from "#lib/browser/page/typed-before-form";
import { useAccount, useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { AskBeforeSending } from "./ask-before-sending.tsx";
import { loadControls } from "./controls.tsx";
import { FindTimeLink } from "./find-time-link.tsx";
import { FormFields } from "./form-fields.tsx";
import { loadResolver } from "./load-resolver.ts";
import { supportedForm } from "./supported-form.ts";
import { useOperationForm } from "./use-operation-form.ts";
import { loadQuestions } from "./use-send-question.ts";
import { words } from "./words.ts";

const NearPatients = dynamic(() => import("./near-patients.tsx").then((module) => module.NearPatients), { ssr: false });

interface FormProps {
  outline: FormOutline;
  onPage: Opening;
  onAccepted: (jobId: number) => void;
  /** Called once the typed values were discarded. */
  onClear: () => void;
  onEnter: (() => void) | undefined;
  onCancel: (() => void) | undefined;
}

/** Asks for confirmation before the tab closes with unsent input. */
function useLeaveWarning(unsent: boolean) {
  useEffect(() => {
    if (!unsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsent]);
}

/**
 * Focuses the first empty field that must be filled in, so that the user can type at once, and types there what was
 * typed while the form loaded. Not on touch devices, where the keyboard would cover the form, unless a scanner or a
 * keyboard has typed; not if the user has turned to another field; and not in an embedded view or its preview, whose
 * page owns the focus.
 */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, name: string | undefined) {
  const isConsole = useLinksLead();
  const focusFirst = useEffectEvent(() => {
    if (!isConsole) return;
    const typed = takeTyped();
    const isTouch = window.matchMedia("(pointer: coarse)").matches;
    if (name === undefined || typed === null || (isTouch && typed === "")) return;
    focusField(form.current, name);
    // Once the focus is rendered, and before any further key.
    if (typed !== "") queueMicrotask(() => form.current && typeInto(form.current, typed));
  });
  useEffect(() => focusFirst(), []);
}

function OpenJob({ jobId, onOpen }: { jobId: number; onOpen: (jobId: number) => void }) {
  return (
    <Button variant="link" onPress={() => onOpen(jobId)}>
      {words.openIt}
    </Button>
  );
}

function OpenedForm({ outline: whole, onPage, onAccepted, onClear, onEnter, onCancel }: FormProps) {
  const controls = use(loadControls(whole));
  const account = useAccount();
  const outline = useMemo(() => supportedForm(whole, account), [whole, account]);
  const isAccepted = useRef(false);
  const form = useOperationForm(outline, onPage, (jobId) => {
    isAccepted.current = true;
    onAccepted(jobId);
  });
  const element = useRef<HTMLFormElement>(null);
  useLeaveWarning(Object.keys(form.methods.formState.dirtyFields).length > 0);
  const empty = Object.keys(form.fields).filter((name) => isEmpty(form.methods.getValues(name)));
  const firstEmpty = empty.find((name) => form.fields[name]?.required) ?? empty[0];
  useFirstFocus(element, firstEmpty);
  const inTheWay = form.failure?.jobId;
  const keys = useShortcutWords("↵");
  const createAnother = async () => {
    form.methods.setValue("allow_duplicate", true);
    await form.submit();
    // Said of these fields alone: what is changed afterwards may describe a patient who exists.
    if (!isAccepted.current) form.methods.setValue("allow_duplicate", "");
  };

  return (
    <>
      <Form
        form={form}
        label={outline.name}
        ref={element}
        // A user who enters the form will submit it.
        onFocus={() => {
          loadAhead(() => loadResolver(outline.id, {}, []));
          if (outline.sameBy.length > 0) loadAhead(loadQuestions);
          onEnter?.();
        }}
        onStartEmpty={() => {
          form.openAgain();
          onClear();
        }}
        failureAction={inTheWay ? <OpenJob jobId={inTheWay} onOpen={onAccepted} /> : null}
        className="-my-4 flex min-h-[calc(100%+2rem)] flex-col gap-4 pt-4"
      >
        {form.openOther ? (
          <Banner
            tone="info"
            title={words.otherUnsent}
            action={
              <Button variant="link" onPress={form.openOther}>
                {words.openIt}
              </Button>
            }
          >
            {words.otherUnsentHint}
          </Banner>
        ) : null}
        {form.drafted ? (
          <Banner tone="info" title={words.draftedBy(form.drafted.by)}>
            {words.checkBeforeSending}
          </Banner>
        ) : null}
        {form.failure?.candidates?.length ? (
          <NearPatients candidates={form.failure.candidates} onOpenJob={onAccepted} onCreate={createAnother} />
        ) : null}
        {outline.intro ? <p className="text-muted">{outline.intro}</p> : null}
        <FindTimeLink operationId={outline.id} valuesOf={() => form.methods.getValues()} />
        <FormFields form={form} outline={outline} controls={controls} />
        {/* Fixed at the drawer's end: a message that disappears above must not move the button away under the pointer. */}
        <div
          data-bar=""
          className="sticky flex gap-2 -bottom-4 z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
          {onCancel ? <Button onPress={onCancel}>{outline.leave ?? words.cancel}</Button> : null}
          <Button
            type="submit"
            variant="primary"
            pending={form.isPending}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            className="flex-1"
          >
            {form.isPending ? words.sending : outline.title}
            <span aria-hidden="true" className="text-xs font-normal pointer-coarse:hidden">
              {keys}
            </span>
          </Button>
        </div>
      </Form>
      {/* Beside the form, which takes the keys that are pressed within it. */}
      {form.question ? <AskBeforeSending question={form.question} onAnswer={form.answer} /> : null}
    </>
  );
}

interface OutlinedFormProps {
  outline: FormOutline;
  /** The values of the page beside the form; none by default. */
  onPage?: Opening;
  /** Called with the job's id when the operation is accepted. */
  onAccepted: (jobId: number) => void;
  /** Called when the user enters the form, so that the caller can preload the next view. */
  onEnter?: () => void;
  /** Closes the form, and keeps what was typed as its draft; absent if nothing can be closed. */
  onCancel?: (() => void) | undefined;
}

/** Renders an operation's form from its outline; the validation loads when the user enters the form. */
export function OutlinedForm({ outline, onPage = NO_OPENING, onAccepted, onEnter, onCancel }: OutlinedFormProps) {
  const [round, setRound] = useState(0);
  const accountId = useAccountId();
  const asked = useSyncExternalStore(
    onOpening,
    () => roundOf(accountId, outline.id),
    () => 0,
  );
  // Suspends here, so that the form does not suspend between its hooks.
  use(draftsOpened());
  return (
    <OpenedForm
      key={`${outline.id} ${round} ${asked}`}
      outline={outline}
      onPage={onPage}
      onAccepted={onAccepted}
      onClear={() => setRound(round + 1)}
      onEnter={onEnter}
      onCancel={onCancel}
    />
  );
}
