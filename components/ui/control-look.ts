/** Frame of inputs and selects. The border distinguishes them from text (WCAG 1.4.11). */
export const CONTROL =
  "w-full min-w-0 rounded-md border border-line-strong/75 bg-surface text-base text-fg transition-colors duration-100 " +
  "pointer-coarse:text-lg data-hovered:border-line-strong data-disabled:cursor-not-allowed data-disabled:bg-sunken data-disabled:text-faint " +
  "data-invalid:border-danger data-focused:border-accent data-focus-within:border-accent data-focused:outline-2 data-focus-within:outline-2 " +
  "outline-accent outline-offset-[-1px]";

/** Height of a single-line control. */
export const CONTROL_LINE = "h-8 pointer-coarse:h-10";

/** Stacks label, control and note. */
export const FIELD = "flex min-w-0 flex-col gap-1";
