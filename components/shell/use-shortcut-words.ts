import { useSyncExternalStore } from "react";

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);
const never = () => () => undefined;

/** How this device writes "command and a letter": "⌘K" on Apple's, "Ctrl K" elsewhere. */
export const useShortcutWords = (letter: string): string =>
  useSyncExternalStore(
    never,
    () => (isApple() ? `⌘${letter}` : `Ctrl ${letter}`),
    () => `Ctrl ${letter}`,
  );
