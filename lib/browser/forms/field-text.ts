/** The texts of one field of a form. */
export interface FieldText {
  label: string;
  /** One sentence under the field. */
  help?: string;
  /** Replaces the API's message while the field is empty. */
  missing?: string;
  /** True if the value is chosen from a list, not typed. */
  isChosen?: boolean;
  /** Overrides whether the schema requires the field. */
  required?: boolean;
}

/** A form's fields by name, in the order in which the form shows them. */
export type FieldTexts = Readonly<Record<string, FieldText>>;
