import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readUtr } from "./pasted-utr.ts";

// The unit "binary" takes seconds to create.
const anyCharacter = fc.nat({ max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));

const UTR = "633012345678";

describe("the UTR is found in", () => {
  test.each([
    ["the digits alone", UTR],
    ["spaces around and between", "  6330 1234 5678 \n"],
    ["hyphens between", "6330-1234-5678"],
    ["a hard space and a zero-width space", "6330\u00a01234\u200b5678"],
    ["the digits of Kannada", "೬೩೩೦೧೨೩೪೫೬೭೮"],
    ["the digits of Hindi", "६३३० १२३४ ५६७८"],
    ["wide digits", "６３３０１２３４５６７８"],
    ["a label that touches it", `UTR${UTR}.`],
    ["a label", `UTR: ${UTR}`],
    ["what Google Pay copies", `UPI transaction ID\n${UTR}\nGoogle transaction ID\nCICAgIDk1OqsYw`],
    [
      "what PhonePe shows",
      `Transaction Successful\n10:31 am on 24 Nov 2026\nPaid to Maarga ₹5,200\nTransaction ID\nT2611241031234567890123\nDebited from XXXX1234\nUTR: ${UTR}`,
    ],
    ["what Paytm shows", `₹5,200 paid to Maarga\nUPI Ref No: ${UTR}\nOrder ID 20261124103112345678`],
    ["what Paytm shows with spaces", "UPI Ref. No: 6330 1234 5678"],
    ["what BHIM shows", `Transaction ID ${UTR}\nAmount 5200.00\nDate 24/11/2026 10:31`],
    [
      "a message of SBI",
      `Dear UPI user A/C X1234 debited by 5200.0 on date 24Nov26 trf to MAARGA Refno ${UTR}. If not u? call 1800111109. -SBI`,
    ],
    [
      "a message of HDFC Bank",
      `Sent Rs.5200.00\nFrom HDFC Bank A/C *1234\nTo MAARGA\nOn 24/11/26\nRef ${UTR}\nNot You?\nCall 18002586161/SMS BLOCK UPI to 7308080808`,
    ],
    ["a message of Canara Bank", `Rs.5200 debited from A/c XX123 UPI/${UTR}/MAARGA on 24-11-26`],
    ["a line of a statement", `UPI/DR/${UTR}/MAARGA/YESB/maarga@ybl/MRG4F7K2`],
    ["a message with the phone number too", `Paid from +919845012345, UPI Ref ID ${UTR}`],
    ["a message with a number of 12 digits before it", `Card 400012345678, UTR No. ${UTR}`],
    ["a message with the number twice", `UTR ${UTR} (ref. ${UTR})`],
    ["a message with a date beside it", `${UTR} 24 Nov 2026`],
  ])("%s", (_case, text) => {
    expect(readUtr(text)).toEqual({ utr: UTR });
  });
});

describe("there is no UTR in", () => {
  test.each([
    ["", "Please enter the 12 digits"],
    ["UTR", "Please enter the 12 digits"],
    ["63301234567", "this has 11"],
    ["6330 1234 5678 9", "this has 13"],
    ["7", "this has 1."],
    ["T2611241031234567890123", "transaction ID of PhonePe"],
    ["CICAgIDk1OqsYw", "the Google transaction ID"],
    ["SBIN326328123456", "NEFT or RTGS"],
    ["HDFCR52026112412345678", "NEFT or RTGS"],
    [`${UTR} 633012345679`, "several numbers"],
    ["+919845012345", "These 12 digits are not a UTR"],
    ["+91 98450 12345", "These 12 digits are not a UTR"],
  ])("'%s', and the refusal says why", (text, words) => {
    expect(readUtr(text)).toEqual({ problem: expect.stringContaining(words) });
  });
});

describe("where bank transfer is offered, the reference is found in", () => {
  test.each([
    ["itself", "SBIN326328123456", "SBIN326328123456"],
    ["itself, in small letters with spaces around", "  hdfcr52026112412345678 ", "HDFCR52026112412345678"],
    ["a NEFT of HDFC Bank", "NEFT of Rs.5200 is done, UTR: N326261234567890.", "N326261234567890"],
    ["a line of a statement", "NEFT-SBINN52026112412345678-MAARGA", "SBINN52026112412345678"],
  ])("%s", (_case, text, utr) => {
    expect(readUtr(text, { hasBankTransfer: true })).toEqual({ utr });
  });
  test.each(["IMPS", "UTRNO", "REFNO"])("%s is not the code of a bank", (label) => {
    expect(readUtr(`${label}${UTR}`, { hasBankTransfer: true })).toEqual({ utr: UTR });
  });
  test("several are not guessed at", () => {
    expect(readUtr("SBIN326328123456 SBIN326328123457", { hasBankTransfer: true })).toEqual({
      problem: expect.stringContaining("several references"),
    });
  });
});

const digits = fc.stringMatching(/^\d{12}$/);
/** Words, punctuation and spaces without digits, and without what a longer id begins with. */
const around = fc.stringMatching(/^[a-zೀ-ೌ ,.:;()₹\n]{0,40}$/).map((text) => `${text} `);

test("any 12 digits are found among words and spaces, and nothing else is ever returned", () => {
  fc.assert(
    fc.property(
      around,
      digits,
      around,
      fc.nat(11),
      fc.constantFrom("", " ", "-"),
      (before, utr, after, at, gap) => {
        const text = `${before}${utr.slice(0, at)}${at > 0 ? gap : ""}${utr.slice(at)} ${after}`;
        expect(readUtr(text)).toEqual({ utr });
      },
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      const reading = readUtr(text);
      if ("utr" in reading) expect(reading.utr).toMatch(/^\d{12}$/);
      else expect(reading.problem.length).toBeGreaterThan(10);
    }),
  );
});
