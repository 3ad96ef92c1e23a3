import { useState } from "react";
import type { Zoom } from "./zoom.ts";

/** Returns the zoom and rotation of a document, and the props of the toolbar that changes them and calls `print`. */
export function useViewing(print: () => Promise<void>) {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [rotation, setRotation] = useState(0);
  const [printing, setPrinting] = useState(false);
  return {
    zoom,
    rotation,
    toolbar: {
      zoom,
      onZoom: setZoom,
      onRotate: () => setRotation((rotation + 90) % 360),
      onPrint: () => {
        setPrinting(true);
        void print().finally(() => setPrinting(false));
      },
      printing,
    },
  };
}
