import { matchesIn } from "./find-text.ts";
import type { Found } from "./use-find.ts";

/** The names under which viewer.css colours what was found. */
const ALL = "document-found";
const CURRENT = "document-found-current";

/** The ranges in an element's text where words stand. */
function rangesIn(element: Element, words: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const pieces: { node: Text; from: number }[] = [];
  let text = "";
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    pieces.push({ node, from: text.length });
    text += node.data;
  }
  /** The piece of text that holds a place; for an end, the one that it closes. */
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

/** Takes every mark away. */
export function clearMarks(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

/**
 * Marks where words stand in the pages that are drawn within `root` (elements with `data-page`). Gives the range of
 * the `current` one where its page is drawn.
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
