interface Named {
  first_name: string;
  last_name: string;
}

/**
 * Returns a person's name as every list, picker and heading shows it: "Ana Nguyen", in the order of `patient_name`
 * (interface 2.10).
 */
export const fullName = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim();
