import type { Call } from "../../domain/calls.ts";
import type { SlotTexts } from "./slot-texts-en.ts";

/** describeCall of domain/calls.ts in Kannada. */
function describeCall(call: Call | undefined): string {
  if (!call) return "ಈ ಸಮಯಕ್ಕೆ ನಿಮ್ಮ ಮೆಂಟರ್ ನಿಮಗೆ ಸಿಗುತ್ತಾರೆ.";
  const { mentor, videoUrl, isVideo, phone } = call;
  const who = mentor ? `ನಿಮ್ಮ ಮೆಂಟರ್ ${mentor}` : "ನಿಮ್ಮ ಮೆಂಟರ್";
  if (videoUrl) return `${who} ವಿಡಿಯೋ ಕಾಲ್‌ನಲ್ಲಿ ಸಿಗುತ್ತಾರೆ: ${videoUrl}`;
  if (isVideo) return `${who} ವಿಡಿಯೋ ಕಾಲ್‌ನಲ್ಲಿ ಸಿಗುತ್ತಾರೆ.`;
  const number = phone?.trim();
  return `${who} ${number ? `${number} ನಂಬರ್‌ಗೆ` : "ನಿಮ್ಮ ಪ್ರೊಫೈಲ್‌ನಲ್ಲಿರುವ ನಂಬರ್‌ಗೆ"} ಕರೆ ಮಾಡುತ್ತಾರೆ.`;
}

export const KANNADA: SlotTexts = {
  kinds: {
    offered: ({ when, until }) => ({
      subject: `${until} ರವರೆಗೆ ನಿಮಗಾಗಿ ಇರಿಸಿದ್ದೇವೆ: ${when}`,
      opening: `ನೀವು ಕಾಯುತ್ತಿರುವ ದಿನದಲ್ಲಿ ಒಂದು ಸಮಯ ಖಾಲಿಯಾಗಿದೆ. ಅದನ್ನು ${until} ರವರೆಗೆ (ಭಾರತದ ಸಮಯ) ನಿಮಗಾಗಿ ಇರಿಸಿರುತ್ತೇವೆ. ಆಮೇಲೆ ಅದು ಮುಂದಿನ ವಿದ್ಯಾರ್ಥಿಗೆ ಹೋಗುತ್ತದೆ.`,
    }),
    booked: ({ when }) => ({
      subject: `ನಿಮ್ಮ ಸ್ಲಾಟ್ ಬುಕ್ ಆಗಿದೆ: ${when}`,
      opening: "ಮೆಂಟರ್ ಜೊತೆ ನಿಮ್ಮ ಸ್ಲಾಟ್ ಬುಕ್ ಆಗಿದೆ.",
    }),
    moved: ({ when, before }) => ({
      subject: `ನಿಮ್ಮ ಸ್ಲಾಟ್‌ನ ಸಮಯ ಬದಲಾಗಿದೆ: ${when}`,
      opening: `ಮೆಂಟರ್ ಜೊತೆಗಿನ ನಿಮ್ಮ ಸ್ಲಾಟ್ ಈಗ ಬೇರೆ ಸಮಯಕ್ಕೆ ಇದೆ. ಮೊದಲು ಇದ್ದ ಸಮಯ: ${before}.`,
    }),
    "mentor changed": ({ when }) => ({
      subject: `ನಿಮ್ಮ ಸ್ಲಾಟ್‌ಗೆ ಬೇರೆ ಮೆಂಟರ್: ${when}`,
      opening: "ನಿಮ್ಮ ಸ್ಲಾಟ್‌ನ ಸಮಯ ಬದಲಾಗಿಲ್ಲ. ಮೆಂಟರ್ ಮಾತ್ರ ಬದಲಾಗಿದ್ದಾರೆ.",
    }),
    deleted: ({ when }) => ({
      subject: `ನಿಮ್ಮ ಸ್ಲಾಟ್ ಡಿಲೀಟ್ ಆಗಿದೆ: ${when}`,
      opening: "ಮೆಂಟರ್ ಜೊತೆಗಿನ ನಿಮ್ಮ ಸ್ಲಾಟ್ ಡಿಲೀಟ್ ಆಗಿದೆ. ಯಾರೂ ನಿಮಗೆ ಕರೆ ಮಾಡುವುದಿಲ್ಲ. ದಯವಿಟ್ಟು ನಿಮ್ಮ ಕ್ಯಾಲೆಂಡರ್‌ನಿಂದಲೂ ತೆಗೆಯಿರಿ.",
    }),
    cancelled: ({ when }) => ({
      subject: `ನಿಮ್ಮ ಸ್ಲಾಟ್ ರದ್ದಾಗಿದೆ: ${when}`,
      opening:
        "ಕ್ಷಮಿಸಿ, ಈ ಸಮಯಕ್ಕೆ ನಿಮ್ಮ ಮೆಂಟರ್‌ಗೆ ಕರೆ ಮಾಡಲು ಆಗುವುದಿಲ್ಲ. ದಯವಿಟ್ಟು ಬೇರೆ ಸಮಯವನ್ನು ಆರಿಸಿ, ಮತ್ತು ಈ ಸ್ಲಾಟ್ ಅನ್ನು ನಿಮ್ಮ ಕ್ಯಾಲೆಂಡರ್‌ನಿಂದ ತೆಗೆಯಿರಿ.",
    }),
    "mentor missed": ({ when }) => ({
      subject: `ಕ್ಷಮಿಸಿ, ನಿಮ್ಮ ಕರೆಗೆ ಮೆಂಟರ್ ಬರಲಿಲ್ಲ: ${when}`,
      opening: "ಕ್ಷಮಿಸಿ, ನಿಮ್ಮ ಕರೆಗೆ ಮೆಂಟರ್ ಬರಲಿಲ್ಲ. ಇದನ್ನು ನಿಮ್ಮ ತಪ್ಪಿದ ಕರೆಗಳಲ್ಲಿ ಸೇರಿಸುವುದಿಲ್ಲ. ದಯವಿಟ್ಟು ಬೇರೆ ಸಮಯವನ್ನು ಆರಿಸಿ.",
    }),
    "day before": ({ when }) => ({
      subject: `ನೆನಪಿರಲಿ, ನಿಮ್ಮ ಸ್ಲಾಟ್: ${when}`,
      opening: "ಮೆಂಟರ್ ಜೊತೆ ನಿಮ್ಮ ಸ್ಲಾಟ್ ಹತ್ತಿರ ಬಂದಿದೆ.",
    }),
    "hour before": ({ when }) => ({
      subject: `ನೆನಪಿರಲಿ, ನಿಮ್ಮ ಸ್ಲಾಟ್: ${when}`,
      opening: "ಮೆಂಟರ್ ಜೊತೆ ನಿಮ್ಮ ಸ್ಲಾಟ್ ಇನ್ನು ಒಂದು ಗಂಟೆಯೊಳಗೆ ಇದೆ.",
    }),
  },
  hello: (firstName) => `ನಮಸ್ಕಾರ ${firstName},`,
  when: (day, time) => `${day}, ${time} (ಭಾರತದ ಸಮಯ)`,
  whenLabel: "ಯಾವಾಗ",
  nearestFreeTimes: "ಹತ್ತಿರದ ಖಾಲಿ ಸಮಯಗಳು:",
  wrongNumber: (url) => `ನಂಬರ್ ತಪ್ಪಾಗಿದೆಯೇ? ನಿಮ್ಮ ಪ್ರೊಫೈಲ್‌ನಲ್ಲಿ ಬದಲಿಸಿ: ${url}`,
  neverShare: "ಪಾಸ್‌ವರ್ಡ್, OTP ಅಥವಾ ಸೀಕ್ರೆಟ್ ಕೀಯನ್ನು ಇಲ್ಲಿ ಅಥವಾ ಕರೆಯಲ್ಲಿ ಯಾರಿಗೂ ಹೇಳಬೇಡಿ.",
  decide: "ಈ ಸಮಯವನ್ನು ಬುಕ್ ಮಾಡಿ, ಅಥವಾ ಬೇಡ ಎಂದು ತಿಳಿಸಿ",
  seeSlots: "ನಿಮ್ಮ ಸ್ಲಾಟ್‌ಗಳನ್ನು ನೋಡಿ, ಬದಲಿಸಿ ಅಥವಾ ಡಿಲೀಟ್ ಮಾಡಿ",
  bookAnother: "ಬೇರೆ ಸ್ಲಾಟ್ ಬುಕ್ ಮಾಡಿ",
  calendar: {
    summary: "ಮಾರ್ಗ ಮೆಂಟರ್ ಸ್ಲಾಟ್",
    describeCall,
    change: (url) => `ಸ್ಲಾಟ್ ಬದಲಿಸಲು ಅಥವಾ ಡಿಲೀಟ್ ಮಾಡಲು: ${url}`,
    addAgain: "ಸಮಯ ಬದಲಿಸಿದರೆ, ಮತ್ತೊಮ್ಮೆ ಕ್ಯಾಲೆಂಡರ್‌ಗೆ ಸೇರಿಸಿ.",
  },
};
