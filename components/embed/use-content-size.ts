import { type RefObject, useEffect } from "react";
import type { EmbedLink } from "#lib/browser/embed/embed-link";

/** What lies over a view needs so much room, in pixels. */
const OVERLAY_PX = 560;

/** Tells the page around how high the content of `element` is, in pixels, and each time that it changes. */
export function useContentSize(link: EmbedLink, element: RefObject<HTMLElement | null>, leastPx: number): void {
  useEffect(() => {
    const content = element.current;
    if (!content) return;
    let told = 0;
    const tell = () => {
      const covered = document.querySelector('[role="dialog"]') !== null;
      const height = Math.max(leastPx, covered ? OVERLAY_PX : 0, Math.ceil(content.getBoundingClientRect().height));
      if (height === told) return;
      told = height;
      link.send({ type: "size", height });
    };
    const sizes = new ResizeObserver(tell);
    sizes.observe(content);
    // What floats is drawn beside the content, at the end of the page.
    const floats = new MutationObserver(tell);
    floats.observe(document.body, { childList: true });
    floats.observe(content, { childList: true, subtree: true });
    tell();
    return () => {
      sizes.disconnect();
      floats.disconnect();
    };
  }, [link, element, leastPx]);
}
