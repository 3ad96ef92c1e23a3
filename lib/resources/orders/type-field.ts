import type { FormField } from "#lib/definitions/operation";

/** The form field of an order's type. */
export const orderTypeField: FormField = {
  label: "Type",
  widget: "choice",
  options: [
    { value: "lab", label: "Lab" },
    { value: "imaging", label: "Imaging" },
    { value: "procedure", label: "Procedure" },
  ],
};
