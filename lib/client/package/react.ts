import { createElement, useEffect, useRef } from "react";
import type * as face from "./react-face.d.ts";

type Script = Pick<typeof globalThis.ClinicalRecords, "mount">;

const scripts = new Map<string, Promise<Script>>();

/** Loads a console's embed.js, once per page. A failed load may be tried again. */
function loadScript(origin: string): Promise<Script> {
  const loading =
    scripts.get(origin) ??
    new Promise<Script>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${origin}/embed.js`;
      script.onload = () => resolve(globalThis.ClinicalRecords);
      script.onerror = () => {
        scripts.delete(origin);
        script.remove();
        reject(new Error(`${script.src} could not be loaded`));
      };
      document.head.append(script);
    });
  scripts.set(origin, loading);
  return loading;
}

/** A view of the console (see the face). */
export const ClinicalRecords: typeof face.ClinicalRecords = (props) => {
  const { origin, view, theme, locale, maxHeight, className } = props;
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<ClinicalRecords.Mounted | null>(null);
  /** The view calls the handlers that were passed last, without another mount. */
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let gone = false;
    const failed = (error: Error) =>
      latest.current.onEvent?.({ name: "error", detail: { code: "not_loaded", message: error.message } });
    const show = ({ mount }: Script) => {
      if (gone || !place.current) return;
      const { origin: _origin, className: _className, ...options } = latest.current;
      mounted.current = mount(place.current, {
        ...options,
        ...(view !== undefined && { view }),
        fetchToken: (asked) => latest.current.fetchToken(asked),
        onEvent: (event) => latest.current.onEvent?.(event),
      });
    };
    loadScript(origin)
      .then(show)
      .catch((error: Error) => void (gone || failed(error)));
    return () => {
      gone = true;
      mounted.current?.destroy();
      mounted.current = null;
    };
  }, [origin, view]);

  const look = JSON.stringify({ theme, locale, maxHeight });
  useEffect(() => mounted.current?.update(JSON.parse(look)), [look]);

  return createElement("div", { ref: place, className });
};
