/**
 * Sets the page's nonce on every style element that scripts create from now on, without which the content security policy
 * refuses its rules. The reference's library and its code editor create such elements and offer no option for a nonce.
 */
export function allowStyleElements(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (!nonce) return;
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
