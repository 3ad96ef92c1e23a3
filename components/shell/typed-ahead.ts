/** The part of a keyboard event that decides whether the key is text. */
export type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/** Keeps what is typed while a field is still loading, for the field to take over. */
export class TypedAhead {
  #text: string | null = null;

  /** Begins to keep keys. */
  begin(): void {
    this.#text ??= "";
  }

  /** Returns whether the key was kept; the page must then not act on it. */
  keep({ key, ctrlKey, metaKey }: PressedKey): boolean {
    if (this.#text === null || ctrlKey || metaKey) return false;
    if (key === "Backspace") this.#text = this.#text.slice(0, -1);
    else if (key.length === 1) this.#text += key;
    else return key === "Enter";
    return true;
  }

  /** Returns the kept text and keeps no further keys. */
  take(): string {
    const text = this.#text ?? "";
    this.#text = null;
    return text;
  }
}
