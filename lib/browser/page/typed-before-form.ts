import { TypedAhead } from "./typed-ahead.ts";

/** Places that take text themselves. */
const TAKES_TEXT = 'input, textarea, select, [contenteditable], [role="spinbutton"], [role="menu"], [role="listbox"]';

const takesText = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest(TAKES_TEXT) !== null;

/** An overlay, such as a menu, which returns the focus when it closes. */
const LAYER = '[role="menu"], [role="listbox"], [role="dialog"]';

const ahead = new TypedAhead({ keepsTab: true });
let listening = new AbortController();
/** True once the person has turned to another field while the form was loading. */
let isElsewhere = false;
/** The menu or the search that the form was chosen in; null if a button or an address opened it. */
let chosenIn: Element | null = null;

/** Lets all keys pass: there is no form to wait for. */
export function forgetTyped(): void {
  listening.abort();
  ahead.take();
}

function turnAway(): void {
  isElsewhere = true;
  forgetTyped();
}

/**
 * Returns whether a key is meant for another field than the form. A key in the closing overlay, or in the field to which that
 * returns the focus, is meant for the form.
 */
function isForOther(target: EventTarget | null): boolean {
  if (!takesText(target)) return false;
  const layer = target.closest(LAYER);
  return chosenIn === null || (layer !== null && layer !== chosenIn);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if (isForOther(event.target)) turnAway();
  else if (ahead.keep(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.key === "Escape" || event.key === "Tab") forgetTyped();
}

function onPaste(event: ClipboardEvent): void {
  if (isForOther(event.target)) return;
  ahead.paste(event.clipboardData?.getData("text") ?? "");
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onPointerDown({ target }: PointerEvent): void {
  if (takesText(target) && (chosenIn === null || target.closest(LAYER) !== chosenIn)) turnAway();
}

/**
 * Keeps what is typed and pasted from the opening of a form, or of the page with it, until its first field is there.
 * `from`: the element that had the focus when the form was chosen; absent if its address opened it.
 */
export function expectForm(from: Element | null = null): void {
  if (ahead.isKeeping) return;
  isElsewhere = false;
  chosenIn = takesText(from) ? from.closest(LAYER) : null;
  ahead.begin();
  for (const key of window.takeEarlyKeys?.() ?? []) ahead.keep({ key, ctrlKey: false, metaKey: false });
  listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener("keydown", onKeyDown, options);
  window.addEventListener("paste", onPaste, options);
  window.addEventListener("pointerdown", onPointerDown, options);
}

/** Returns whether the person has turned to another field while the form is loading. */
export const hasTurnedAway = (): boolean => isElsewhere;

/** Returns what was typed before the form was there, and null if the person has turned to another field meanwhile. */
export function takeTyped(): string | null {
  const text = ahead.take();
  const wasElsewhere = isElsewhere;
  isElsewhere = false;
  listening.abort();
  return wasElsewhere ? null : text;
}

const NEXT = "input, textarea, button, [tabindex]";

function focusNext(form: HTMLElement): void {
  const places = [...form.querySelectorAll<HTMLElement>(NEXT)].filter(
    (place) => place.tabIndex >= 0 && place.checkVisibility() && !place.matches(":disabled, [type=hidden]"),
  );
  const at = places.indexOf(document.activeElement as HTMLElement);
  places[at + 1]?.focus();
}

const press = (key: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

function write(text: string): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
    // A list of options takes letters as keys.
  } else for (const letter of text) press(letter);
}

/** Types a text into the form's field with the focus and, after each Tab, into the next, as the person would have. */
export function typeInto(form: HTMLElement, text: string): void {
  for (const part of text.split(/([\t\n]+)/)) {
    if (part.startsWith("\t")) focusNext(form);
    else if (part.startsWith("\n")) press("Enter");
    else if (part !== "") write(part);
  }
}
