import { rememberFocus } from "./kept-focus.ts";
import { isPlaceKept, keepPlace } from "./kept-place.ts";

let tell = () => {};
/** The lists under the pointer, or touched last, and around the keyboard's focus. */
const at: { pointer: Element | null; focus: Element | null } = { pointer: null, focus: null };
/** False once a pointer has moved that rests somewhere, unlike a finger. */
let isTouched = true;

const listOf = (target: EventTarget | null) => (target instanceof Element ? target.closest("[data-held-list]") : null);

let isPressed = false;
/** Whether a list was left during a press. */
let isLeftLate = false;

const keep = () => keepPlace(at.pointer ?? at.focus);

function move(by: keyof typeof at, list: Element | null): void {
  if (at[by] === list) return;
  at[by] = list;
  // Releasing the place scrolls the page, and a button that moves between press and release gets no click.
  if (isPressed && isPlaceKept()) isLeftLate = true;
  else keep();
  tell();
}

const onPress = () => {
  isPressed = true;
};
const onPressEnd = () => {
  isPressed = false;
  if (!isLeftLate) return;
  isLeftLate = false;
  // After the click.
  setTimeout(keep);
};

const onPointer = ({ target, pointerType }: PointerEvent) => {
  if (pointerType === "touch") return;
  isTouched = false;
  move("pointer", listOf(target));
};
// The list that a finger touched last is pointed at until it touches another place or the list has left the screen.
const onTouch = ({ target, pointerType }: PointerEvent) => {
  if (pointerType !== "touch") return;
  isTouched = true;
  move("pointer", listOf(target));
};
const onScroll = () => {
  if (!isTouched || at.pointer === null) return;
  const { top, bottom } = at.pointer.getBoundingClientRect();
  if (bottom <= 0 || top >= window.innerHeight) move("pointer", null);
};
const onHidden = () => {
  if (isTouched && document.hidden) move("pointer", null);
};
const onPointerLeft = ({ relatedTarget, pointerType }: PointerEvent) => {
  if (relatedTarget === null && pointerType !== "touch") move("pointer", null);
};
// The focus that a click leaves behind is not one that a person looks at.
const onFocus = ({ target }: FocusEvent) => {
  if (!(target instanceof Element)) return;
  const list = listOf(target);
  // The focus returns from a dialog to the list that opened it, so the list stays held meanwhile.
  if (list === null && at.focus !== null && target.closest("[role=dialog], [role=alertdialog]") !== null) return;
  rememberFocus(target, list);
  const isSeen = target.matches(":focus-visible");
  if (isSeen && isTouched && list !== at.pointer) move("pointer", null);
  move("focus", isSeen ? list : null);
};
const onBlur = () =>
  queueMicrotask(() => {
    if (document.hasFocus() && document.activeElement === document.body) move("focus", null);
  });

/** Follows the pointer, the touches and the focus of the whole page; `onMove` is called when another list is pointed at. */
export function followPointing(onMove: () => void, pointedAt: Element | null | undefined, isResting: boolean): void {
  tell = onMove;
  isTouched = !isResting;
  const options = { capture: true, passive: true };
  document.addEventListener("pointermove", onPointer, options);
  document.addEventListener("pointerover", onPointer, options);
  document.addEventListener("pointerdown", onPress, options);
  document.addEventListener("pointerdown", onTouch, options);
  document.addEventListener("pointerup", onPressEnd, options);
  document.addEventListener("pointercancel", onPressEnd, options);
  document.addEventListener("pointerout", onPointerLeft, options);
  document.addEventListener("scroll", onScroll, options);
  document.addEventListener("visibilitychange", onHidden);
  document.addEventListener("focusin", onFocus, options);
  document.addEventListener("focusout", onBlur, options);
  // The pointer and the focus may rest since before this was loaded.
  at.pointer = pointedAt ?? document.querySelector("[data-held-list]:hover");
  const focused = document.activeElement;
  if (focused) {
    rememberFocus(focused, listOf(focused));
    at.focus = focused.matches(":focus-visible") ? listOf(focused) : null;
  }
  keepPlace(at.pointer ?? at.focus);
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
