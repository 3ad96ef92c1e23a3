import { useEffect } from "react";

/** As far back as anybody remembers where they were. */
const MAX_TRAIL = 40;

/** A row that scrolled out of a long list: the list itself goes on from there. */
const SCROLLED_AWAY = "[aria-rowindex]";

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility() &&
  !element.matches(":disabled") &&
  element.closest("[inert], [aria-hidden=true]") === null;

/** Focuses the last place that is still there, else the page itself. */
function goBack(trail: readonly HTMLElement[]): void {
  const main = document.getElementById("main");
  const places = [...trail].reverse().filter(canTakeFocus);
  for (const place of main ? [...places, main] : places) {
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/**
 * Keeps people who use the keyboard where they were: what takes the focused element away (a row that is gone, a dialog
 * whose opener went with it) hands the focus back to the last place that is still there, instead of to the top of the page.
 */
export function useFocusTrail(): void {
  useEffect(() => {
    let trail: HTMLElement[] = [];
    let current: HTMLElement | null = null;

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      current = target;
      trail = [...trail.filter((place) => place !== target), target].slice(-MAX_TRAIL);
    };
    // Who leaves an element that stays has gone somewhere on purpose.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (current === target && current?.isConnected) current = null;
      });

    const observer = new MutationObserver(() => {
      if (current === null || current.isConnected || document.activeElement !== document.body) return;
      const isScrolledAway = current.closest(SCROLLED_AWAY) !== null;
      current = null;
      if (isScrolledAway) return;
      // What closes gives the focus back by itself, a frame later, where its opener is still there.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) goBack(trail);
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
