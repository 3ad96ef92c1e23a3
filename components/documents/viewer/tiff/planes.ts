import type { TiffPage } from "./read-tiff.ts";

const [RGB, CMYK] = [2, 5];
/** The most bits of a sample for which a PDF can name the color of each value. */
const MOST_BITS = 8;
const WHOLE = 0xffff;

/** Returns how many colors the pixels of a page have, without transparency and the like. */
export const colorsIn = ({ samples, extraSamples }: TiffPage): number => samples - extraSamples;

/** How the pictures of a page's colors are put on top of each other. */
export interface Blend {
  mode: "Screen" | "Multiply";
  /** What sets the color of the paper below; empty for white. */
  paper: string;
}

/** Returns how the colors of a page are put together that stand in planes of their own; null for other pages. */
export function blendOf(page: TiffPage): Blend | null {
  if (!page.isPlanar || colorsIn(page) === 1) return null;
  return page.photometric === RGB ? { mode: "Screen", paper: "0 g" } : { mode: "Multiply", paper: "" };
}

/** Returns the colors of all values of one plane: red alone, or white without cyan. */
function rampOf({ photometric, bits }: TiffPage, plane: number): number[] {
  const count = 2 ** bits;
  const steps = Array.from({ length: count }, (_, value) => Math.round((value * WHOLE) / (count - 1)));
  const other = steps.map(() => (photometric === RGB ? 0 : WHOLE));
  const own = photometric === RGB ? steps : steps.map((step) => WHOLE - step);
  // Black takes from all three.
  return [0, 1, 2].flatMap((part) => (part === plane || plane === 3 ? own : other));
}

/**
 * Returns a page as the pictures of one of its planes are drawn: in shades of that plane's color. Other pages are themselves;
 * null if the colors cannot be told apart so.
 */
export function planeOf(page: TiffPage, plane: number): TiffPage | null {
  if (!page.isPlanar) return page;
  const one = { ...page, samples: 1, extraSamples: 0 };
  const { photometric, bits } = page;
  const colors = colorsIn(page);
  if (colors === 1) return one;
  const isKnown = (photometric === RGB && colors === 3) || (photometric === CMYK && colors === 4);
  return isKnown && bits <= MOST_BITS ? { ...one, photometric: 3, palette: rampOf(page, plane) } : null;
}
