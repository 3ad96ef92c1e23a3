import { useEffect, useSyncExternalStore } from "react";
import type { VisitMark } from "./marks.ts";

interface Shown {
  /** By the visit's id here. */
  marks: ReadonlyMap<string, VisitMark>;
  /** Takes marks away. */
  see: (marks: readonly VisitMark[]) => void;
}

const NONE: Shown = { marks: new Map(), see: () => undefined };
const listeners = new Set<() => void>();
let shown = NONE;

function show(next: Shown): void {
  shown = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Shows marks in the lists of the page while the calling component is mounted. `see` removes marks. */
export function useShownMarks(marks: Shown["marks"], see: Shown["see"]): void {
  useEffect(() => show({ marks, see }), [marks, see]);
  useEffect(() => () => show(NONE), []);
}

/** Returns the page's marks by the visit's id here. */
export const useVisitMarks = (): Shown["marks"] =>
  useSyncExternalStore(
    subscribe,
    () => shown.marks,
    () => NONE.marks,
  );

/** Returns the mark of a visit, by its id here. */
export const useVisitMark = (id: string): VisitMark | undefined => useVisitMarks().get(id);

/** Takes the mark of a visit away that is shown with what changed of it, and of each further change meanwhile. */
export function useSeenVisit(id: string): void {
  const mark = useVisitMark(id);
  useEffect(() => {
    if (mark) shown.see([mark]);
  }, [mark]);
}
