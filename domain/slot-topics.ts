/**
 * The topic of a slot: what a student wants to talk about. Students paste the logins of admission portals, so passwords, one-time
 * passwords and secret keys are masked before the text is stored. The database decides (database/rules/slot-topics.sql);
 * this is its preview. Both have the same patterns, in a syntax that JavaScript and PostgreSQL read alike, and
 * slot-topic-cases.ts has the cases of both.
 */

export const MAX_TOPIC_LENGTH = 500;

/** Shorter than everything that it replaces, so that a masked text never exceeds the limit. */
const MASK = "•••";

const SPACE = "[ \\t\\u00a0]";
const ANY_SPACE = "[ \\t\\n\\r\\u00a0]";
const LETTER = "[^ \\t\\n\\r\\u00a0]";
/** The beginning and the end of a word. Old browsers have no lookbehind, so the letter before it is matched. */
const BEGIN = "(?:^|[^a-z0-9])";
const END = "(?![a-z0-9])";
const IS = `${SPACE}+(?:is|was)${SPACE}*[:=]?${SPACE}*`;
/** "password: x", "password = x", "password - x", but not "password-protected". */
const COLON = `(?:${SPACE}*[:=][:=>-]*${ANY_SPACE}*|${SPACE}+-+>?${SPACE}+)`;
const QUOTE = "[\"'“‘]";
/** "password for the portal is", but not "password for KEA is wrong and my rank is". */
const PURPOSE = `(?:${SPACE}+(?:for|of|to|in|on)(?:${SPACE}+(?!(?:is|was|and|but|or|rank|marks)${END})[a-z]+){1,5})`;

const PASSWORD =
  "(?:pass[ -]?words?|pass[ -]?codes?|passwd|pswd|pwd|(?:secret|security)[ -]?(?:key|code|pin|word)s?|(?:upi|atm|login|m)[ -]?pin|ಪಾಸ್\\u200c?ವರ್ಡ್|पासवर्ड)";
const OTP = "(?:o[.]?t[.]?p|one[ -]?time[ -]?(?:password|passcode|pin|code)|verification[ -]?code|ಒಟಿಪಿ|ओटीपी)";

/** Words that follow "password is" in a question about a password. */
const PLAIN =
  "(?:a|about|accepted|again|all|already|also|always|an|and|any|are|as|asked|asking|at|bad|be|been|being|blocked|but|by|can|can.?t|cannot|change|changed|changing|coming|correct|could|created|different|do|does|doesn.?t|done|don.?t|error|expired|failed|failing|fine|for|forgot|forgotten|from|generated|getting|given|gone|good|had|has|have|help|how|i|if|in|incorrect|invalid|is|isn.?t|issue|it|kept|locked|lost|mandatory|may|me|mine|missing|must|my|necessary|need|needed|needs|never|new|no|not|now|of|ok|okay|old|on|only|option|or|our|please|problem|received|rejected|required|reset|resetting|right|safe|same|saved|secret|sent|set|shared|should|showing|so|something|still|strong|that|the|their|there|this|to|too|unable|unknown|updated|very|want|was|we|weak|what|when|where|which|why|will|with|working|would|wrong|your)";
const NOT_PLAIN = `(?!${PLAIN}(?:${ANY_SPACE}|[.,;:!?)]|$))`;

/** Ends before the punctuation of the sentence. */
const token = (letters: number) =>
  `[^ \\t\\n\\r\\u00a0"'“‘]${LETTER}{${letters - 2},}[^ \\t\\n\\r\\u00a0.,;:!?)"'”’]`;
/** A word with a digit or a sign in it. */
const CODE_LIKE = `(?=${LETTER}*[0-9@#$%^&*_])${token(4)}`;
/** Four to eight digits: "482913", "482 913", "4 8 2 9". Longer numbers are those of phones and applications. */
const DIGITS = "(?:[0-9]{2,4}[ -][0-9]{2,4}|[0-9](?:[ -][0-9]){3,7}|[0-9]{4,8})(?![0-9])";

/** Each has the text before the secret as its first group. */
const PATTERNS = [
  // password "two words"
  `(${BEGIN}${PASSWORD}(?:${COLON}|${IS}|${SPACE}+)${QUOTE})[^"'“”‘’\\n]{3,60}(?=["'”’])`,
  // user id/password: ravi / Abc@123
  `(${BEGIN}${PASSWORD}${COLON}${QUOTE}?)${NOT_PLAIN}(?:${token(3)}${SPACE}*/${SPACE}*${CODE_LIKE}|${token(3)})`,
  `(${BEGIN}${PASSWORD}${IS}${QUOTE}?)${NOT_PLAIN}${token(3)}`,
  `(${BEGIN}${PASSWORD}(?:${PURPOSE}(?:${COLON}|${IS})|${SPACE}+))${CODE_LIKE}`,
  `(${BEGIN}${OTP}(?:${PURPOSE}?(?:${COLON}|${IS})|${SPACE}*(?:(?:no|number|code)[.]?${SPACE}+)?))${DIGITS}`,
  // 482913 is your one-time password
  `((?:^|[ \\t\\n\\r\\u00a0("'“‘]))(?![("'“‘])(?:${DIGITS}|${CODE_LIKE})(?=${SPACE}+(?:is|as)${SPACE}+(?:(?:the|my|your|ur|our|new|old|kea|cet|neet|nta|mcc|login|portal)${SPACE}+){0,3}(?:${PASSWORD}|${OTP})${END})`,
  // A PIN of four digits, not the PIN code of an address.
  `(${BEGIN}pin(?:${COLON}|${IS}|${SPACE}+))[0-9]{4}(?! ?[0-9a-z])`,
  // "pass" is also what students do with an exam.
  `(${BEGIN}pass(?:${COLON}|${IS}))(?=${LETTER}*[a-z])(?=${LETTER}*[0-9@#$&*_])${token(4)}`,
  `(${BEGIN}pass${SPACE}+)(?=${LETTER}*[a-z])(?=${LETTER}*[@#$&*_])${token(4)}`,
];
let expressions: readonly RegExp[] | undefined;

/** The length of "otp1234", the shortest secret. Shorter topics skip the patterns, which take long to compile. */
const MIN_LENGTH = 7;

/**
 * Returns the text with its passwords, one-time passwords and secret keys masked. A mask can show the beginning of a word that
 * was hidden by the digits before it ("OTP482913password Abc@123"), so the patterns run until nothing changes.
 */
export function maskSecrets(text: string): string {
  if (text.length < MIN_LENGTH) return text;
  expressions ??= PATTERNS.map((pattern) => new RegExp(pattern, "gi"));
  const masked = expressions.reduce((rest, pattern) => rest.replace(pattern, `$1${MASK}`), text);
  return masked === text ? text : maskSecrets(masked);
}
