/** The lifetime of the button "This was not me" in notice mails. */
export const NOTICE_DAYS = 7;
