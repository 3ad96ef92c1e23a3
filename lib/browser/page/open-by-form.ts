/**
 * Sends fields to a page of ours, in a window of its own or in place of this page. A form of ours shows the server that a page of ours asks, which a link
 * cannot; call it in the handler of a press, since browsers let nothing else open a window.
 */
export function openByForm(
  path: string,
  fields: Readonly<Record<string, string>>,
  target: "_blank" | "_self" = "_blank",
): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = path;
  form.target = target;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
