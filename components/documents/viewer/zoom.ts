/** Zoom steps as shares of the real size. */
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** A zoom factor, or the full width. */
export type Zoom = number | "fit";

/** Returns the next zoom step up (1) or down (-1), or the last one at the end. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  const further =
    direction > 0 ? STEPS.find((step) => step > scale + 0.01) : STEPS.findLast((step) => step < scale - 0.01);
  return further ?? (direction > 0 ? Math.max(...STEPS, scale) : Math.min(...STEPS, scale));
}
