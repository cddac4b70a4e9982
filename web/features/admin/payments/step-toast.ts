/** The id of the toast about the last step. */
export const STEP_TOAST = "payment step";
