"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";

const ShownFileDrop = dynamic(() => import("./shown-file-drop.tsx").then((module) => module.ShownFileDrop), {
  ssr: false,
});

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** A field takes a file that is dropped on it by itself. */
const isField = ({ target }: DragEvent): boolean => target instanceof HTMLInputElement && target.type === "file";

/**
 * Takes files that are dropped anywhere in the console, which the browser would open in place of the page. What files them loads
 * with the first one that is dragged in.
 */
export function FileDrop() {
  const [isUsed, setUsed] = useState(false);
  const [isOver, setOver] = useState(false);
  const [drop, setDrop] = useState<readonly File[] | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      setUsed(true);
      setOver(!isField(event));
      if (!isField(event)) event.preventDefault();
    };
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || isField(event)) return;
      event.preventDefault();
      setUsed(true);
      setDrop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragenter", onDrag, { signal: end.signal });
    window.addEventListener("dragover", onDrag, { signal: end.signal });
    window.addEventListener("dragleave", onLeave, { signal: end.signal });
    window.addEventListener("drop", onDrop, { signal: end.signal });
    return () => end.abort();
  }, []);
  return isUsed ? <ShownFileDrop isOver={isOver} drop={drop} /> : null;
}
