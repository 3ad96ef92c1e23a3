import { matchesIn } from "./find-text.ts";
import type { Found } from "./use-find.ts";

/** The names of the highlights that viewer.css colours. */
const ALL = "document-found";
const CURRENT = "document-found-current";

/** Returns the ranges of words in an element's text. */
function rangesIn(element: Element, words: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const pieces: { node: Text; from: number }[] = [];
  let text = "";
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    pieces.push({ node, from: text.length });
    text += node.data;
  }
  /** Returns the text node of an index; for the end of a range, the node that it closes. */
  const pieceAt = (place: number) => pieces.findLast(({ from }) => from <= place) ?? pieces[0];
  return matchesIn(text, words).flatMap(({ start, end }) => {
    const first = pieceAt(start);
    const last = pieceAt(end - 1);
    if (!first || !last) return [];
    const range = new Range();
    range.setStart(first.node, start - first.from);
    range.setEnd(last.node, end - last.from);
    return [range];
  });
}

/** Removes all highlights. */
export function clearMarks(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

/**
 * Highlights words in the drawn pages within `root` (elements with `data-page`). Returns the range of the `current`
 * match if its page is drawn.
 */
export function markFound(root: Element, words: string, current: Found | null): Range | null {
  clearMarks();
  if (words.trim() === "") return null;
  const others: Range[] = [];
  let chosen: Range | null = null;
  for (const page of root.querySelectorAll<HTMLElement>("[data-page]")) {
    const layer = page.querySelector(".textLayer");
    if (!layer) continue;
    for (const [nth, range] of rangesIn(layer, words).entries()) {
      if (current && Number(page.dataset.page) === current.page && nth === current.nth) chosen = range;
      else others.push(range);
    }
  }
  if ("highlights" in CSS) {
    CSS.highlights.set(ALL, new Highlight(...others));
    if (chosen) CSS.highlights.set(CURRENT, new Highlight(chosen));
  }
  return chosen;
}
