const FOCUSABLE = 'input:not([type="hidden"]), textarea, button, [role="spinbutton"]';

/** Puts the focus into the control of a form's field; the browser's hidden doubles of it are passed over. */
export function focusField(form: HTMLElement | null, name: string): void {
  const field = form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const controls = [...(field?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  controls.find((control) => !control.hidden && !control.closest('[aria-hidden="true"]'))?.focus();
}
