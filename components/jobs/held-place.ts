/** Pixels at the bottom of the page that the longest list of held jobs covers, with the space around it. */
const COVERED = 280;

/** Returns whether the list of held jobs at the bottom of the page would cover what a person points at. `height`: the page's. */
export const isCovered = (pointed: Pick<DOMRect, "top" | "bottom"> | undefined, height: number): boolean =>
  // What is as tall as the page, such as the page itself, says nothing about where a person points.
  pointed !== undefined &&
  pointed.bottom > height - COVERED &&
  pointed.top > 0 &&
  pointed.bottom - pointed.top < COVERED;
