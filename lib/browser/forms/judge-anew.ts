import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

type Judged<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  "subscribe" | "getValues" | "getFieldState" | "trigger"
>;

/**
 * Judges the fields that show an error anew whenever the page sets a value by itself, such as one that comes with a list:
 * react-hook-form judges them after the user's changes alone. What the server refused at other fields stays. Returns the
 * function that ends it.
 */
export function judgeAnew<Values extends FieldValues>(form: Judged<Values>): () => void {
  const judge = (set: string | undefined) => {
    const faulty = (Object.keys(form.getValues()) as Path<Values>[]).filter((name) => {
      const { error } = form.getFieldState(name);
      return error !== undefined && (name === set || error.type !== "server");
    });
    if (faulty.length > 0) void form.trigger(faulty);
  };
  return form.subscribe({
    formState: { values: true },
    callback: ({ name, type }) => {
      // What sets several values may take errors back itself.
      if (type === undefined) queueMicrotask(() => judge(name));
    },
  });
}
