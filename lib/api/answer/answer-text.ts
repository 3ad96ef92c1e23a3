const texts = new WeakMap<Response, string>();

/** Notes the text of a response's body, so that our own server need not read it back from a stream. */
export function noteText(response: Response, text: string): Response {
  texts.set(response, text);
  return response;
}

/** Returns the noted text of a response's body; undefined for other responses. */
export const textOf = (response: Response): string | undefined => texts.get(response);
