/** The only rule for passwords; the server enforces it. */
export const PASSWORD_HINT = "At least 8 characters.";
