import { type RefObject, useEffect } from "react";
import type { EmbedLink } from "#lib/browser/embed/embed-link";

/** Pixels that an overlay of a view needs. */
const OVERLAY_PX = 560;

/** Reports the height of `element` in pixels to the surrounding page, and every change of it. */
export function useContentSize(link: EmbedLink, element: RefObject<HTMLElement | null>, leastPx: number): void {
  useEffect(() => {
    const content = element.current;
    if (!content) return;
    let sent = 0;
    const sendHeight = () => {
      const covered = document.querySelector('[role="dialog"]') !== null;
      const height = Math.max(leastPx, covered ? OVERLAY_PX : 0, Math.ceil(content.getBoundingClientRect().height));
      if (height === sent) return;
      sent = height;
      link.send({ type: "size", height });
    };
    const sizes = new ResizeObserver(sendHeight);
    sizes.observe(content);
    // Overlays are rendered at the end of the page, outside of the content.
    const floats = new MutationObserver(sendHeight);
    floats.observe(document.body, { childList: true });
    floats.observe(content, { childList: true, subtree: true });
    sendHeight();
    return () => {
      sizes.disconnect();
      floats.disconnect();
    };
  }, [link, element, leastPx]);
}
