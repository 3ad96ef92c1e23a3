/** A page's size in CSS pixels at 100 %. */
export interface PageSize {
  width: number;
  height: number;
  /** Rotation in the file, in degrees. */
  rotate: number;
}

/** Space between pages and around them, in CSS pixels. */
export const PAGE_GAP = 16;

/** Returns a page's width and height after a rotation by a multiple of 90 degrees. */
export const turned = ({ width, height }: PageSize, degrees: number): { width: number; height: number } =>
  degrees % 180 === 0 ? { width, height } : { width: height, height: width };

/** Returns the offset of each page's upper edge for pages of these heights in a column. */
export function pageTops(heights: readonly number[]): number[] {
  let top = PAGE_GAP;
  return heights.map((height) => {
    const own = top;
    top += height + PAGE_GAP;
    return own;
  });
}

/** Returns the first and last page (from 0) that overlap the range from `from` to `until`. */
export function pagesBetween(heights: readonly number[], from: number, until: number): { first: number; last: number } {
  const tops = pageTops(heights);
  const first = tops.findIndex((top, page) => top + (heights[page] ?? 0) >= from);
  const last = tops.findLastIndex((top) => top <= until);
  return { first: first < 0 ? Math.max(0, heights.length - 1) : first, last: Math.max(0, last) };
}

/** Returns the page (from 0) at the middle of the visible part. */
export function pageInSight(heights: readonly number[], scrolled: number, height: number): number {
  const middle = scrolled + height / 2;
  return Math.max(
    0,
    pageTops(heights).findLastIndex((top) => top - PAGE_GAP <= middle),
  );
}
