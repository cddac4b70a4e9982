import type { Translated } from "../../domain/languages.ts";

/** The texts that the template adds to the content of a mail. */
interface FrameTexts {
  readonly byline: string;
  readonly questions: (email: string | undefined, phone: string | undefined) => string;
  readonly buttonHint: string;
  readonly code: string;
  readonly codeBesideButton: string;
  /** The reason why a student gets mails that they can turn off. */
  readonly reason: string;
  readonly unsubscribe: string;
  /** Offers this language in mails of another one. */
  readonly inThisLanguage: string;
}

export const FRAME_TEXTS: Translated<FrameTexts> = {
  en: {
    byline: "Counselling for NEET and CET in Karnataka",
    questions: (email, phone) =>
      `Questions? You can ${[email && `write to ${email}`, phone && `call ${phone}`].filter(Boolean).join(" or ")}.`,
    buttonHint: "If the button does nothing, copy this address into your browser:",
    code: "Your code:",
    codeBesideButton: "Or enter this code:",
    reason: "You get this mail because you have a plan with Maarga.",
    unsubscribe: "Turn off these mails",
    inThisLanguage: "Do you want these mails in English?",
  },
  kn: {
    byline: "ಕರ್ನಾಟಕದಲ್ಲಿ NEET ಮತ್ತು CET ಕೌನ್ಸೆಲಿಂಗ್",
    questions: (email, phone) =>
      `ಪ್ರಶ್ನೆಗಳಿವೆಯೇ? ${[email && `${email} ಗೆ ಬರೆಯಿರಿ`, phone && `${phone} ಗೆ ಕರೆ ಮಾಡಿ`].filter(Boolean).join(" ಅಥವಾ ")}.`,
    buttonHint: "ಬಟನ್ ಕೆಲಸ ಮಾಡದಿದ್ದರೆ, ಈ ವಿಳಾಸವನ್ನು ಕಾಪಿ ಮಾಡಿ ನಿಮ್ಮ ಬ್ರೌಸರ್‌ನಲ್ಲಿ ತೆರೆಯಿರಿ:",
    code: "ನಿಮ್ಮ ಕೋಡ್:",
    codeBesideButton: "ಅಥವಾ ಈ ಕೋಡ್ ಹಾಕಿ:",
    reason: "ನೀವು ಮಾರ್ಗದಲ್ಲಿ ಪ್ಲಾನ್ ತೆಗೆದುಕೊಂಡಿರುವುದರಿಂದ ಈ ಮೇಲ್ ಬಂದಿದೆ.",
    unsubscribe: "ಈ ಮೇಲ್‌ಗಳನ್ನು ನಿಲ್ಲಿಸಿ",
    inThisLanguage: "ಈ ಮೇಲ್‌ಗಳು ಕನ್ನಡದಲ್ಲಿ ಬೇಕೇ?",
  },
};
