/** The words of one field of a form. */
export interface FieldText {
  label: string;
  /** One sentence under the field. */
  help?: string;
  /** Replaces the API's message while the field is empty. */
  missing?: string;
  /** Overrides the schema's answer whether the field has to be filled in. */
  required?: boolean;
}

/** A form's fields by name, in the order in which they stand. */
export type FieldTexts = Readonly<Record<string, FieldText>>;
