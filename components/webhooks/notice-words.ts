/** The fixed texts of the notice that other pages show as well, which load none of the page's own. */
export const words = {
  view: "View",
  wasDisabled: (endpoint: string) => `${endpoint} was disabled`,
  deliveriesHeld: "Its deliveries are held, and sent once it is enabled.",
} as const;
