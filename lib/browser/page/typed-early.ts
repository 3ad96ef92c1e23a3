declare global {
  interface Window {
    /** To be called once the page's scripts listen. */
    handTypedEarly?: () => void;
    /** Returns the keys that were pressed outside of fields before the page's scripts ran, and keeps no further ones. */
    takeEarlyKeys?: () => string[];
  }
}

/**
 * Keeps what is typed into a page before its scripts run, and hands it to them once they do: texts and choices of fields,
 * Enter, a form that was sent, which the browser would load as another page, and the keys for the form that the address
 * opens (`?new=`). It stands in the page's HTML as text, so it uses nothing outside of itself.
 */
export function keepTypedEarly(): void {
  /** Where an element is found again that was drawn anew: which of those it is that have its name. */
  interface Place {
    of: string;
    name: string;
    index: number;
  }
  interface Early {
    initial: string | boolean;
    held: string | boolean;
    isEnded: boolean;
    /** True once the user has turned to another place. */
    isLeft: boolean;
    place: Place;
  }
  type Field = HTMLInputElement | HTMLTextAreaElement;
  const kept = new Map<Field, Early>();
  const sent = new Map<HTMLFormElement, Place>();
  let served: WeakSet<EventTarget> | null = null;
  document.addEventListener("DOMContentLoaded", () => {
    served = new WeakSet(document.querySelectorAll("input, textarea"));
  });

  const isField = (target: unknown): target is Field =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const isChoice = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
  const holds = (field: Field) => (isChoice(field) ? field.checked : field.value);
  // React watches a field that it has taken over by a property of the element's own.
  const isAlive = (field: Field) => Object.hasOwn(field, isChoice(field) ? "checked" : "value");
  // Fields that scripts create are not waited for.
  const isAsleep = (target: unknown): target is Field =>
    isField(target) && (served?.has(target) ?? true) && !isAlive(target);

  /** Sets what a field holds as the user did: React then sees a change. */
  const set = (field: Field, { initial, held }: Early) => {
    if (isChoice(field)) {
      field.checked = initial === true;
      return field.click();
    }
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    // React may have emptied the field meanwhile, or the user typed on.
    const isEmptied = field.value === initial;
    const text = isEmptied ? held : field.value;
    const [start, end] = [field.selectionStart, field.selectionEnd];
    field.value = String(initial);
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
    if (start !== null && !isEmptied) field.setSelectionRange(start, end);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };

  const nameOf = (element: Element) =>
    [
      element.getAttribute("name"),
      element.getAttribute("aria-label"),
      isField(element) ? element.labels?.[0]?.textContent : element.textContent,
    ]
      .filter(Boolean)
      .join("\n");
  const namesakesOf = ({ of, name }: Omit<Place, "index">) =>
    [...document.querySelectorAll<HTMLElement>(of)].filter((each) => name !== "" && nameOf(each) === name);
  const placeOf = (element: HTMLElement): Place => {
    const named = { of: isField(element) ? "input, textarea" : element.localName, name: nameOf(element) };
    return { ...named, index: namesakesOf(named).indexOf(element) };
  };
  /** Returns the field that took the place of one, empty: React draws a page anew whose text has changed since it was served. */
  const heirOf = ({ place, initial }: Early) => {
    const all = namesakesOf(place) as Field[];
    return [all[place.index], ...all].find((each) => each && holds(each) === initial);
  };

  /** What had the focus before the page's scripts ran. */
  let focused: { element: HTMLElement; place: Place } | null = null;
  /** Moves the focus to the element that replaced the focused one. */
  const keepFocus = () => {
    if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
    namesakesOf(focused.place)[focused.place.index]?.focus();
  };

  /** Time in ms for which a text that was handed over is watched: React may render the field again as it was served. */
  const WATCHED_MS = 3_000;
  const leave = (field: EventTarget | undefined) => field?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  const watch = (field: Field, early: Early) => {
    if (isChoice(field)) return;
    const end = new AbortController();
    const timer = setInterval(() => {
      const at = field.isConnected ? field : heirOf(early);
      if (at?.value !== early.initial || !isAlive(at)) return;
      keepFocus();
      set(at, early);
      if (early.isLeft) setTimeout(() => leave(at));
    }, WATCHED_MS / 30);
    const finish = () => {
      clearInterval(timer);
      end.abort();
    };
    // From then on the user decides.
    const byUser = ({ isTrusted }: Event) => isTrusted && finish();
    for (const type of ["keydown", "input", "pointerdown"])
      addEventListener(type, byUser, { capture: true, signal: end.signal });
    setTimeout(finish, WATCHED_MS);
  };

  const hand = (field: Field, early: Early) => {
    if (field.isConnected && early.held !== early.initial) {
      set(field, early);
      // What was ended by Enter, or sent, is the page's to empty.
      if (!early.isEnded && !(field.form && sent.has(field.form))) watch(field, early);
    }
    setTimeout(() => {
      // A field that loads on intent may have taken this one's place, and has its focus a moment later.
      const target = field.isConnected ? field : namesakesOf(early.place)[0];
      if (early.isEnded) {
        const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
        (target ?? document.activeElement)?.dispatchEvent(enter);
      }
      if (early.isLeft) leave(target);
    });
  };

  let [isWaiting, isPageAlive] = [false, false];
  const wait = () => {
    if (isWaiting || !isPageAlive) return;
    isWaiting = true;
    requestAnimationFrame(look);
  };
  function look(): void {
    isWaiting = false;
    for (const [submitted, place] of sent) {
      if (submitted.isConnected) continue;
      sent.delete(submitted);
      const heir = namesakesOf(place)[place.index];
      if (heir) sent.set(heir as HTMLFormElement, place);
    }
    for (const [field, early] of kept) {
      if (field.isConnected && !isAlive(field)) continue;
      const heir = field.isConnected ? undefined : heirOf(early);
      if (heir) {
        kept.delete(field);
        kept.set(heir, early);
        continue;
      }
      kept.delete(field);
      hand(field, early);
    }
    for (const submitted of sent.keys()) {
      if ([...submitted.elements].some(isAsleep)) continue;
      sent.delete(submitted);
      // After its fields.
      setTimeout(() => submitted.isConnected && submitted.requestSubmit());
    }
    if (kept.size + sent.size > 0) wait();
  }

  window.handTypedEarly = () => {
    isPageAlive = true;
    keepFocus();
    if (kept.size + sent.size > 0) wait();
  };

  const keep = (field: Field, change: Partial<Early>) => {
    const initial = isChoice(field) ? field.defaultChecked : field.defaultValue;
    const isLeft = document.activeElement !== field;
    const early = kept.get(field) ?? { initial, held: holds(field), isEnded: false, isLeft, place: placeOf(field) };
    kept.set(field, { ...early, ...change });
    wait();
  };

  const isEarly = (target: unknown): target is Field => kept.has(target as Field) || isAsleep(target);

  addEventListener(
    "focusin",
    ({ target }) => {
      const early = kept.get(target as Field);
      if (early) early.isLeft = false;
      if (!isPageAlive && target instanceof HTMLElement) focused = { element: target, place: placeOf(target) };
    },
    true,
  );
  addEventListener(
    "focusout",
    ({ target }) =>
      queueMicrotask(() => {
        const early = kept.get(target as Field);
        // Not if the window was left, nor if the field was drawn anew.
        if (early && document.activeElement !== target && (target as Field).isConnected) early.isLeft = true;
      }),
    true,
  );

  const keys: string[] = [];
  let opensForm = new URLSearchParams(location.search).has("new");
  window.takeEarlyKeys = () => {
    opensForm = false;
    return keys.splice(0);
  };

  addEventListener(
    "input",
    ({ target }) => {
      if (isEarly(target)) keep(target, { held: holds(target), isEnded: false });
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      const { target, key, ctrlKey, metaKey } = event;
      if (key === "Enter" && !ctrlKey && !metaKey && target instanceof HTMLInputElement && isEarly(target)) {
        keep(target, { isEnded: true });
        // React may listen already, and does not know the text yet.
        event.stopPropagation();
      }
      const isText = key.length === 1 || key === "Enter" || key === "Backspace" || (key === "Tab" && keys.length > 0);
      if (!opensForm || target !== document.body || !isText || ctrlKey || metaKey) return;
      keys.push(key);
      event.preventDefault();
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || ![...form.elements].some(isEarly)) return;
      event.preventDefault();
      event.stopPropagation();
      sent.set(form, placeOf(form));
      wait();
    },
    true,
  );
}
