import type { KeyboardEvent, RefObject } from "react";
import type { ComboBoxState } from "react-aria-components/ComboBox";

/** What a key means to a combo box before its library sees it. */
export type ComboKey = "dismisses" | "decides" | "ends" | "types";

const MOVES = ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"];

/** True if the last key has moved within the list: only then does the person know which option is marked. */
export type Moved = RefObject<boolean>;

/**
 * Returns what a pressed key means: Escape dismisses the open list; Enter and Tab choose the option that the arrow keys
 * have marked, which ends typing, as Escape in the closed list does; otherwise Enter decides by the typed text. An option that merely lies under the pointer is unmarked:
 * a scanner's Enter must not choose it.
 */
export function comboKey(
  { key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent,
  list: ComboBoxState<object>,
  isTyping: boolean,
  moved: Moved,
): ComboKey {
  if (nativeEvent.isComposing) return "types";
  if (MOVES.includes(key)) moved.current = true;
  else if (key.length === 1 || key === "Backspace" || key === "Delete") moved.current = false;
  if (key === "Escape") return list.isOpen ? "dismisses" : "ends";
  if (key !== "Enter" && key !== "Tab") return "types";
  if (isTyping && !moved.current) list.selectionManager.setFocusedKey(null);
  const isMarked = list.isOpen && list.selectionManager.focusedKey !== null;
  if (isMarked && !ctrlKey && !metaKey) return "ends";
  return key === "Enter" ? "decides" : "types";
}
