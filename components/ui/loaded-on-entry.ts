import { type FocusEventHandler, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The code of a control that loads on intent, once for all places that show the control. */
export interface EnteredCode<Control> {
  /** Null until it is loaded. */
  control: Control | null;
  load: () => Promise<unknown>;
}

/** Returns the code of a control that loads on intent. */
export function enteredCode<Control>(load: () => Promise<Control>): EnteredCode<Control> {
  const code: EnteredCode<Control> = {
    control: null,
    load: async () => {
      code.control ??= await load();
    },
  };
  return code;
}

/** Signs of a user who may soon enter a field: the code should be loaded by then. */
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

function useLoadAtFirstSign({ load }: EnteredCode<unknown>) {
  useEffect(() => {
    const end = new AbortController();
    const begin = () => {
      end.abort();
      // Entering the field retries.
      load().catch(() => undefined);
    };
    for (const sign of SIGNS) window.addEventListener(sign, begin, { signal: end.signal, passive: true });
    return () => end.abort();
  }, [load]);
}

interface Entry<Control, How> {
  /** The control, once it is to take the place of its stand-in. */
  Control: Control | null;
  /** How the user entered the stand-in; null if the user did not, or has left it. */
  entered: How | null;
  enter: (how: How) => void;
  /** To be called when the stand-in loses the focus: the control then leaves the focus where it is. */
  leave: () => void;
  /** Loads the control although the user has not entered it. */
  show: () => void;
}

/**
 * Loads a control on intent. A stand-in that looks like it is shown until the user enters it; the code loads at the
 * first sign of a user, so that it is there by then.
 */
export function useLoadedOnEntry<Control, How>(code: EnteredCode<Control>): Entry<Control, How> {
  const [entered, setEntered] = useState<How | null>(null);
  const [isThere, setIsThere] = useState(false);
  useLoadAtFirstSign(code);
  // Set after the first render, which must match the server's.
  useLayoutEffect(() => setIsThere(code.control !== null), [code]);
  const show = () => {
    code.load().then(
      () => setIsThere(true),
      () => setEntered(null),
    );
  };
  return {
    Control: isThere ? code.control : null,
    entered,
    enter: (how) => {
      setEntered(how);
      show();
    },
    leave: () => setEntered(null),
    show,
  };
}

interface StandInHandlers {
  onPointerDown: () => void;
  onFocus: () => void;
  onBlur: FocusEventHandler;
  onKeyDown: (event: { key: string }) => void;
  onClick: () => void;
}

/**
 * Returns the handlers of a stand-in's button. `enter` is given "" for the focus alone, the letters that were typed so far, and
 * a space in place of a press or of any other key, which open the control.
 */
export function useStandIn(enter: (typed: string) => void, leave: () => void): StandInHandlers {
  /** A press ends in a click: replacing the element in between would lose the click. */
  const pressing = useRef(false);
  const typed = useRef("");
  return {
    onPointerDown: () => {
      pressing.current = true;
    },
    onFocus: () => {
      if (!pressing.current) enter("");
    },
    onBlur: () => {
      pressing.current = false;
      leave();
    },
    onKeyDown: ({ key }) => {
      if (key === "Tab" || key === "Shift") return;
      typed.current += key.length > 1 ? " " : key;
      enter(typed.current);
    },
    onClick: () => enter(" "),
  };
}
