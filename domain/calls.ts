/** The sentence that says who calls whom in a slot, as screens, mails and calendars say it. */

export interface Call {
  /** The mentor's name, if one is assigned. */
  readonly mentor?: string | undefined;
  /** Without a link, the mentor calls the student's phone. */
  readonly videoUrl?: string | undefined;
  /** The link is not shown here. */
  readonly isVideo?: boolean | undefined;
  /** The student's phone, as they wrote it in their profile. */
  readonly phone?: string | undefined;
}

/** Without a call, it is not known yet who calls whom. */
export function describeCall(call: Call | undefined): string {
  if (!call) return "Your mentor meets you at this time.";
  const { mentor, videoUrl, isVideo, phone } = call;
  const who = mentor ? `Your mentor ${mentor}` : "Your mentor";
  if (videoUrl) return `${who} meets you in a video call: ${videoUrl}`;
  if (isVideo) return `${who} meets you in a video call.`;
  return `${who} calls you on ${phone?.trim() || "the phone number in your profile"}.`;
}

export const NEVER_SHARE = "Never share a password, OTP or secret key, here or in a call.";
