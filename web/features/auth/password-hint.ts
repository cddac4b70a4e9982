/** Describes the only rule for passwords, which the server enforces. */
export const PASSWORD_HINT = "At least 8 characters.";
