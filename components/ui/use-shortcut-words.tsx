import { useSyncExternalStore } from "react";

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);
const never = () => () => undefined;

/** Returns the label of a keyboard shortcut on this device: "⌘K" on Apple devices, "Ctrl K" elsewhere. */
export const useShortcutWords = (letter: string): string =>
  useSyncExternalStore(
    never,
    () => (isApple() ? `⌘${letter}` : `Ctrl ${letter}`),
    () => `Ctrl ${letter}`,
  );
