import { holdHeights } from "./kept-heights.ts";

/** An element and the element in which it scrolls, with the paddings that make room for a place beyond its ends. */
interface Level {
  of: Element;
  scroller: HTMLElement;
  padded: HTMLElement;
  paddings: { top: number; bottom: number };
  /** Pixels of each padding that were added. */
  added: { top: number; bottom: number };
  /** Pixels from the beginning of what the scroller holds. */
  top: number;
  /** Where the scroller was before it was first moved, and where it was put last; null while it was not moved. */
  moved: { from: number; to: number } | null;
}

interface Kept {
  list: Element;
  levels: readonly Level[];
  release: () => void;
}

let kept: Kept | null = null;

/** Returns whether `keepPlace` keeps a list in its place at present. */
export const isPlaceKept = (): boolean => kept !== null;

const root = () => document.documentElement;

/** Pixels from the beginning of what the scroller holds, which scrolling does not change. */
function topIn(scroller: Element, element: Element): number {
  const { top } = element.getBoundingClientRect();
  return (scroller === root() ? top : top - scroller.getBoundingClientRect().top) + scroller.scrollTop;
}

function levelOf(of: Element, scroller: HTMLElement): Level {
  const padded = scroller === root() ? document.body : scroller;
  const { paddingTop, paddingBottom } = getComputedStyle(padded);
  return {
    of,
    scroller,
    padded,
    paddings: { top: Number.parseFloat(paddingTop), bottom: Number.parseFloat(paddingBottom) },
    added: { top: 0, bottom: 0 },
    top: topIn(scroller, of),
    moved: null,
  };
}

const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Returns the list's rows within what scrolls them, that within the next, and so on, up to the page or a fixed part of it. */
function levelsOf(list: Element): Level[] {
  const levels: Level[] = [];
  let of = list.querySelector("tbody, ul") ?? list;
  for (let at = of; at !== document.body; ) {
    const { position } = getComputedStyle(at);
    const around = at.parentElement;
    if (position === "fixed" || around === null) return levels;
    at = around;
    // What only scrolls sideways has the same style, and within a list it is the usual case.
    const scrolls = at !== document.body && isScroller(at) && (!list.contains(at) || at.scrollHeight > at.clientHeight);
    if (!scrolls) continue;
    levels.push(levelOf(of, at as HTMLElement));
    of = at;
  }
  levels.push(levelOf(of, root()));
  return levels;
}

function pad({ padded, paddings, added }: Level): void {
  padded.style.paddingTop = added.top > 0 ? `${paddings.top + added.top}px` : "";
  padded.style.paddingBottom = added.bottom > 0 ? `${paddings.bottom + added.bottom}px` : "";
}

const scroll = (scroller: Element, top: number) => scroller.scrollTo({ top, behavior: "instant" });

/** Scrolls as far as an element has moved, so that it stays where it is on the screen. */
function follow(level: Level): void {
  const { of, scroller, added } = level;
  const by = topIn(scroller, of) - level.top;
  if (Math.abs(by) < 0.5) return;
  const from = scroller.scrollTop;
  const spared = Math.min(added.top, Math.max(0, from + by));
  const missing = Math.max(0, -(from + by));
  added.top += missing - spared;
  pad(level);
  const to = from + by + missing - spared;
  if (to > scroller.scrollHeight - scroller.clientHeight) {
    // What is shorter than its scroller must fill it before it can be scrolled.
    const room = scroller.clientHeight + to;
    added.bottom = room;
    pad(level);
    added.bottom = Math.max(0, 2 * room - scroller.scrollHeight);
    pad(level);
  }
  scroll(scroller, to);
  level.moved = { from: level.moved?.from ?? from, to: scroller.scrollTop };
  level.top = topIn(scroller, of);
}

/** Takes the added paddings away. A page that was at its beginning, and was not scrolled since, returns there. */
function giveBack(level: Level): void {
  const { scroller, added, moved } = level;
  if (moved === null) return;
  const at = scroller.scrollTop;
  const to = moved.from === 0 && at === moved.to ? 0 : at - added.top;
  level.added = { top: 0, bottom: 0 };
  pad(level);
  if (level.of.isConnected) scroll(scroller, Math.max(0, to));
}

/**
 * Keeps a list at which a person points, and its rows, where they are on the screen while something above appears, goes or
 * changes its height, until another list or none (null) is pointed at. What is above then grows upwards, as far as the
 * browser's own scroll anchoring goes and beyond: that leaves a page at its beginning alone.
 */
export function keepPlace(list: Element | null): void {
  if (kept?.list === list) return;
  kept?.release();
  kept = null;
  if (list === null) return;
  const levels = levelsOf(list);
  const freeHeights = holdHeights(list);
  const observer = new MutationObserver(() => {
    if (!list.isConnected) keepPlace(null);
    for (const level of levels) if (level.of.isConnected) follow(level);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: ["class"] });
  root().style.overflowAnchor = "none";
  kept = {
    list,
    levels,
    release() {
      observer.disconnect();
      freeHeights();
      for (const level of levels) giveBack(level);
      root().style.overflowAnchor = "";
    },
  };
}
