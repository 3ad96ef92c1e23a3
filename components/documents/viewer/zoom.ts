/** Steps of enlargement, as shares of the real size. */
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** An enlargement, or as wide as there is room. */
export type Zoom = number | "fit";

/** The next step up (1) or down (-1) from an enlargement; the last one where there is none further. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  const further =
    direction > 0 ? STEPS.find((step) => step > scale + 0.01) : STEPS.findLast((step) => step < scale - 0.01);
  return further ?? (direction > 0 ? Math.max(...STEPS, scale) : Math.min(...STEPS, scale));
}
