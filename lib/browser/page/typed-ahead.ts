/** The part of a keyboard event that decides whether the key is text. */
export type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey"> &
  Partial<Pick<KeyboardEvent, "getModifierState">>;

/** Keeps what is typed while a field is still loading, for the field to take over. */
export class TypedAhead {
  #text: string | null = null;
  readonly #keepsTab: boolean;

  /** `keepsTab`: keeps a Tab that ends a text, as some scanners send it. */
  constructor({ keepsTab = false } = {}) {
    this.#keepsTab = keepsTab;
  }

  /** Begins to keep keys. */
  begin(): void {
    this.#text ??= "";
  }

  get isKeeping(): boolean {
    return this.#text !== null;
  }

  /** Returns whether the key was kept, or is Enter, which would press a button there; the page must then not act on it. */
  keep(pressed: PressedKey): boolean {
    const { key, ctrlKey, metaKey } = pressed;
    // AltGr, which writes letters such as "ł", is both Ctrl and Alt on some systems.
    if (this.#text === null || ((ctrlKey || metaKey) && !pressed.getModifierState?.("AltGraph"))) return false;
    if (key === "Backspace") this.#text = this.#text.slice(0, -1);
    else if (key.length === 1) this.#text += key;
    else if (key === "Tab" && this.#keepsTab && /[^\n\t]$/.test(this.#text)) this.#text += "\t";
    else if (key !== "Enter") return false;
    else if (this.#text !== "") this.#text += "\n";
    return true;
  }

  /** Keeps a pasted text. */
  paste(text: string): void {
    if (this.#text !== null) this.#text += text.replaceAll(/\r\n?/g, "\n");
  }

  /** Returns the kept text, with a line break for Enter, and keeps no further keys. */
  take(): string {
    const text = this.#text ?? "";
    this.#text = null;
    return text;
  }
}
