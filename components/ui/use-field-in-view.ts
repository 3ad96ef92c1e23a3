import { type RefObject, useEffect } from "react";

/** Keeps the whole field with the focus in view. Returns the function that ends it. */
function keepInView(form: HTMLElement): () => void {
  const end = new AbortController();
  const { signal } = end;
  let field: Element | null = null;
  let isPressed = false;
  const show = () => {
    const focused = document.activeElement;
    // An open list closes where its field scrolls.
    if (isPressed || !focused || !field?.contains(focused) || focused.ariaExpanded === "true") return;
    // Of a field as tall as a questionnaire, the answer with the focus.
    const shown = field.clientHeight < innerHeight / 2 ? field : focused;
    shown.scrollIntoView({ block: "nearest" });
  };
  const sizes = new ResizeObserver(show);
  const follow = ({ target }: FocusEvent) => {
    const entered = target instanceof Element ? target.closest("[data-field]") : null;
    if (entered === field) return;
    sizes.disconnect();
    field = entered;
    if (field) sizes.observe(field);
  };
  const release = () => {
    isPressed = false;
    // After the click that the release ends.
    requestAnimationFrame(show);
  };
  form.addEventListener("focusin", follow, { signal });
  form.addEventListener("input", show, { signal });
  window.addEventListener("pointerdown", () => (isPressed = true), { signal, capture: true });
  for (const sign of ["pointerup", "pointercancel"]) window.addEventListener(sign, release, { signal, capture: true });
  return () => {
    sizes.disconnect();
    end.abort();
  };
}

/**
 * Keeps the field with the focus in view with all that it says: what is read back, asked or refused appears below the
 * control, where a bar of buttons may lie (`data-bar`, for which app/globals.css leaves room). Nothing moves while a pointer
 * is down, as its click would miss.
 */
export function useFieldInView(form: RefObject<HTMLElement | null>): void {
  useEffect(() => (form.current ? keepInView(form.current) : undefined), [form]);
}
