import { useEffect } from "react";

/** Maximum number of remembered elements. */
const MAX_TRAIL = 40;

/** Rows of a virtualized list: they disappear when they scroll out of view, and the list keeps the focus itself. */
const SCROLLED_AWAY = "[aria-rowindex]";

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility() &&
  !element.matches(":disabled") &&
  element.closest("[inert], [aria-hidden=true]") === null;

/** An entry of a list, whose button may go once it is done. */
const ENTRY = "li, tr";
const CONTROL = "a[href], button, input";

/**
 * Focuses the first control of the entry that had the focus, if its button alone has gone, else the last element that
 * can still take the focus, else the page's main element.
 */
function goBack(trail: readonly HTMLElement[], entry: Element | null): void {
  const main = document.getElementById("main");
  const beside = entry?.isConnected ? [...entry.querySelectorAll<HTMLElement>(CONTROL)] : [];
  const places = [...beside, ...[...trail].reverse()].filter(canTakeFocus);
  for (const place of main ? [...places, main] : places) {
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/**
 * Restores the keyboard focus when the focused element disappears, such as a deleted row or a dialog whose opener was
 * removed: focuses the last element that still exists, instead of the top of the page.
 */
export function useFocusTrail(): void {
  useEffect(() => {
    let trail: HTMLElement[] = [];
    let current: HTMLElement | null = null;
    let entry: Element | null = null;

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      current = target;
      entry = target.closest(ENTRY);
      trail = [...trail.filter((place) => place !== target), target].slice(-MAX_TRAIL);
    };
    // If the element still exists, the user moved the focus.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (current === target && current?.isConnected) current = null;
      });

    const observer = new MutationObserver(() => {
      if (current === null || current.isConnected || document.activeElement !== document.body) return;
      const isScrolledAway = current.closest(SCROLLED_AWAY) !== null;
      current = null;
      if (isScrolledAway) return;
      // A closing dialog or menu returns the focus to its opener one frame later.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) goBack(trail, entry);
        }),
      );
    });

    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onBlur);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onBlur);
      observer.disconnect();
    };
  }, []);
}
