/** A page as it stands by itself, in CSS pixels at 100 %. */
export interface PageSize {
  width: number;
  height: number;
  /** Degrees by which the file itself turns it. */
  rotate: number;
}

/** Space between pages and around them, in CSS pixels. */
export const PAGE_GAP = 16;

/** A page's width and height after it was turned by a multiple of 90 degrees. */
export const turned = ({ width, height }: PageSize, degrees: number): { width: number; height: number } =>
  degrees % 180 === 0 ? { width, height } : { width: height, height: width };

/** The distance of each page's upper edge from the beginning, pages of these heights one below the other. */
export function pageTops(heights: readonly number[]): number[] {
  let top = PAGE_GAP;
  return heights.map((height) => {
    const own = top;
    top += height + PAGE_GAP;
    return own;
  });
}

/** Which pages (counted from 0) touch what lies between `from` and `until`: the first and the last of them. */
export function pagesBetween(heights: readonly number[], from: number, until: number): { first: number; last: number } {
  const tops = pageTops(heights);
  const first = tops.findIndex((top, page) => top + (heights[page] ?? 0) >= from);
  const last = tops.findLastIndex((top) => top <= until);
  return { first: first < 0 ? Math.max(0, heights.length - 1) : first, last: Math.max(0, last) };
}

/** The page (counted from 0) that the middle of what is in sight belongs to. */
export function pageInSight(heights: readonly number[], scrolled: number, height: number): number {
  const middle = scrolled + height / 2;
  return Math.max(
    0,
    pageTops(heights).findLastIndex((top) => top - PAGE_GAP <= middle),
  );
}
