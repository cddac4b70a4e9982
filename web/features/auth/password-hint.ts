/** The one rule there is; the server keeps it. */
export const PASSWORD_HINT = "At least 8 characters.";
