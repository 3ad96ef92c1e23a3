import { rememberFocus } from "./kept-focus.ts";

let tell = () => {};
/** The lists under the pointer, or touched last, and around the keyboard's focus. */
const at: { pointer: Element | null; focus: Element | null } = { pointer: null, focus: null };

const listOf = (target: EventTarget | null) => (target instanceof Element ? target.closest("[data-held-list]") : null);

function move(by: keyof typeof at, list: Element | null): void {
  if (at[by] === list) return;
  at[by] = list;
  tell();
}

const onPointer = ({ target, pointerType }: PointerEvent) => {
  // A finger rests nowhere: the list that it touched last is pointed at until it touches something else.
  if (pointerType !== "touch") move("pointer", listOf(target));
};
const onTouch = ({ target, pointerType }: PointerEvent) => {
  if (pointerType === "touch") move("pointer", listOf(target));
};
const onPointerLeft = ({ relatedTarget, pointerType }: PointerEvent) => {
  if (relatedTarget === null && pointerType !== "touch") move("pointer", null);
};
// The focus that a click leaves behind is not one that a person looks at.
const onFocus = ({ target }: FocusEvent) => {
  if (!(target instanceof Element)) return;
  rememberFocus(target, listOf(target));
  move("focus", target.matches(":focus-visible") ? listOf(target) : null);
};
const onBlur = () =>
  queueMicrotask(() => {
    if (document.hasFocus() && document.activeElement === document.body) move("focus", null);
  });

/** Follows the pointer, the touches and the focus of the whole page; `onMove` is called when another list is pointed at. */
export function followPointing(onMove: () => void, pointedAt: Element | null | undefined): void {
  tell = onMove;
  const options = { capture: true, passive: true };
  document.addEventListener("pointermove", onPointer, options);
  document.addEventListener("pointerover", onPointer, options);
  document.addEventListener("pointerdown", onTouch, options);
  document.addEventListener("pointerout", onPointerLeft, options);
  document.addEventListener("focusin", onFocus, options);
  document.addEventListener("focusout", onBlur, options);
  // The pointer and the focus may rest since before this was loaded.
  at.pointer = pointedAt ?? document.querySelector("[data-held-list]:hover");
  const focused = document.activeElement;
  if (focused === null) return;
  rememberFocus(focused, listOf(focused));
  at.focus = focused.matches(":focus-visible") ? listOf(focused) : null;
}

/** Whether a list's rows would move what lies under the pointer or has the focus: the list itself or one below it. */
function isHeld(list: Element, pointed: Element | null): boolean {
  if (pointed === null || !pointed.isConnected) return false;
  if (pointed.contains(list) || list.contains(pointed)) return true;
  const [one, other] = [list.getBoundingClientRect(), pointed.getBoundingClientRect()];
  return one.top < other.top && one.left < other.right && other.left < one.right;
}

/** Returns whether a person points at a list or at one below it, by pointer, touch or keyboard. */
export const isPointedAt = (list: Element | null): boolean =>
  list !== null && (isHeld(list, at.pointer) || isHeld(list, at.focus));
