import { amountInWords, plainRupees } from "../../domain/amount-in-words.ts";
import { stateName, type Tax, taxIn } from "../../domain/gst.ts";
import { dayOf } from "../../domain/kolkata-time.ts";
import { shapeText, type Weight, widthOf } from "./fonts.ts";
import { PAGE, PdfDocument, type TextStyle } from "./pdf-document.ts";
import type { Receipt } from "./receipt.ts";

const LEFT = 56;
const RIGHT = PAGE.width - LEFT;
const WIDTH = RIGHT - LEFT;
const TOP = 782;
const LINE_HEIGHT = 1.5;
/** A field with pages of text must not push the amount off the page. */
const MAX_LINES = 4;
const MAX_REFUNDS = 5;
const MUTED = [0.38, 0.4, 0.42] as const;
const BRICK = [0.7, 0.23, 0.18] as const;

/** Returns the receipt as a PDF of one page: a tax invoice (rule 46 of the CGST rules) if the seller is registered. */
export function receiptPdf(receipt: Receipt): Buffer {
  const title = receipt.snapshot.seller.gstin ? "Tax invoice" : "Receipt";
  const page = new ReceiptPage(`${title} ${receipt.number}`);
  // The stamp lies under the text, which stays readable.
  if (receipt.cancelled) page.stamp("CANCELLED");
  addSeller(page, receipt.snapshot.seller, title);
  addNumbers(page, receipt);
  addStudent(page, receipt.snapshot);
  addAmounts(page, receipt.snapshot);
  addPayment(page, receipt.snapshot);
  addLaterEvents(page, receipt);
  return page.bytes();
}

type Snapshot = Receipt["snapshot"];

function addSeller(page: ReceiptPage, { name, address, gstin }: Snapshot["seller"], title: string): void {
  page.row(title, { size: 20, weight: "bold" });
  page.skip(6);
  page.row(name, { size: 12, weight: "bold" });
  if (address) page.row(address);
  if (gstin) page.row(`GSTIN ${gstin}`);
  page.rule();
}

function addNumbers(page: ReceiptPage, { number, issuedAt, snapshot }: Receipt): void {
  page.pair(snapshot.seller.gstin ? "Invoice number" : "Receipt number", number);
  page.pair("Date", formatDate(dayOf(issuedAt)));
  page.pair("Order", snapshot.order.number);
}

function addStudent(page: ReceiptPage, snapshot: Snapshot): void {
  const { student, seller } = snapshot;
  const address = [...student.address, student.city, student.state, student.pinCode].filter(Boolean);
  page.pair(seller.gstin ? "Recipient" : "Received from", student.name);
  page.pair("E-mail", student.email);
  if (address.length > 0) page.pair("Address", address.join(", "));
  const tax = findTax(snapshot);
  if (tax) {
    page.pair("Place of supply", `${stateName(tax.placeOfSupply) ?? ""} (${tax.placeOfSupply})`);
    page.pair("Tax payable on reverse charge", "No");
  }
  page.rule();
}

function addAmounts(page: ReceiptPage, snapshot: Snapshot): void {
  const { amountPaise, seller } = snapshot;
  const tax = findTax(snapshot);
  page.amount("Description", "Amount", { colour: MUTED });
  if (tax) {
    const percent = seller.gstPercent ?? 0;
    page.amount(`${descriptionOf(snapshot)}, SAC ${seller.sac ?? ""}, quantity 1`, "");
    page.amount("Taxable value", rupees(tax.taxablePaise));
    if (tax.isInterState) page.amount(`IGST ${percent} %`, rupees(tax.igstPaise));
    else {
      page.amount(`CGST ${percent / 2} %`, rupees(tax.cgstPaise));
      page.amount(`SGST ${percent / 2} %`, rupees(tax.sgstPaise));
    }
  } else page.amount(descriptionOf(snapshot), rupees(amountPaise));
  page.rule();
  page.amount("Total", rupees(amountPaise), { size: 13, weight: "bold" });
  page.row(amountInWords(amountPaise));
  page.rule();
}

function findTax({ seller: { gstin, gstPercent }, student, amountPaise }: Snapshot): Tax | undefined {
  if (!gstin) return undefined;
  return taxIn(amountPaise, { gstin, percent: gstPercent ?? 0, studentState: student.state });
}

function descriptionOf({ plan, order }: Snapshot): string {
  const name = `Counselling plan ${plan.level.toUpperCase()} ${plan.exam.toUpperCase()} ${plan.name}`;
  const upgrade = order.upgradesFrom ? `, upgrade from ${order.upgradesFrom}` : "";
  const part = { full: "", part: ", part payment", rest: `, rest of ${order.restOf ?? "an order"}` }[
    order.kind
  ];
  return name + upgrade + part;
}

const WAYS = { upi: "UPI", bank: "Bank transfer", cash: "Cash" } as const;

function addPayment(page: ReceiptPage, { payment, seller }: Snapshot): void {
  page.pair("Paid by", WAYS[payment.method]);
  if (payment.utr) page.pair("UTR", payment.utr);
  if (payment.paidOn) page.pair("Paid on", formatDate(payment.paidOn));
  if (!seller.gstin) {
    page.skip(18);
    page.row("Made by computer; valid without a signature.", { colour: MUTED, size: 9 });
    return;
  }
  page.skip(56);
  page.right(`For ${seller.name}`);
  page.skip(36);
  page.right("Authorised signatory");
}

/** The cancellation and refunds of a receipt. Later copies name them, because a receipt is never withdrawn. */
function addLaterEvents(page: ReceiptPage, { refunds, cancelled }: Receipt): void {
  const style = { colour: BRICK, weight: "bold" } as const;
  if (refunds.length > 0 || cancelled) page.skip(24);
  for (const refund of refunds.slice(0, MAX_REFUNDS))
    page.row(
      `Refunded on ${formatDate(refund.refundedOn)}: ${rupees(refund.amountPaise)} (${refund.number})`,
      style,
    );
  if (cancelled)
    page.row(
      `Cancelled on ${formatDate(dayOf(cancelled.at))}${cancelled.reason ? `: ${cancelled.reason}` : ""}`,
      style,
    );
}

function rupees(paise: number): string {
  return `₹ ${plainRupees(paise)}`;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** "24 November 2026" */
function formatDate(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** Sets rows from the top of the page to the bottom. */
class ReceiptPage {
  readonly #pdf: PdfDocument;
  #y = TOP;

  constructor(title: string) {
    this.#pdf = new PdfDocument(title);
  }

  skip(points: number): void {
    this.#y -= points;
  }

  rule(): void {
    this.#y -= 2;
    this.#pdf.line(LEFT, this.#y, RIGHT, this.#y);
    this.#y -= 16;
  }

  row(text: string, style: TextStyle = {}): void {
    this.#lines(text, { x: LEFT, width: WIDTH }, style);
  }

  /** A label and, beside it, its value. */
  pair(label: string, value: string): void {
    this.#pdf.text(LEFT, this.#y, label, { colour: MUTED });
    this.#lines(value, { x: LEFT + 160, width: WIDTH - 160 }, {});
  }

  /** A text and, at the right edge, an amount. */
  amount(text: string, amount: string, style: TextStyle = {}): void {
    this.#pdf.text(RIGHT, this.#y, amount, { ...style, isRightAligned: true });
    this.#lines(text, { x: LEFT, width: WIDTH - 110 }, style);
  }

  right(text: string): void {
    const [line = ""] = wrap(text, { width: WIDTH, size: 10, weight: "regular" });
    this.#pdf.text(RIGHT, this.#y, line, { isRightAligned: true });
    this.#y -= 10 * LINE_HEIGHT;
  }

  /** Large letters across the page. */
  stamp(text: string): void {
    this.#pdf.text(120, 240, text, { size: 72, weight: "bold", colour: [0.93, 0.72, 0.68], angle: 45 });
  }

  bytes(): Buffer {
    return this.#pdf.bytes();
  }

  #lines(text: string, { x, width }: { x: number; width: number }, style: TextStyle): void {
    const { size = 10, weight = "regular" } = style;
    for (const line of wrap(text, { width, size, weight })) {
      this.#pdf.text(x, this.#y, line, style);
      this.#y -= size * LINE_HEIGHT;
    }
  }
}

interface Space {
  readonly width: number;
  readonly size: number;
  readonly weight: Weight;
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Breaks a text between words, and a word that is longer than a line between letters. */
function wrap(text: string, { width, size, weight }: Space): string[] {
  const fits = (line: string) => (widthOf(shapeText(line, weight)) * size) / 1000 <= width;
  const lines: string[] = [];
  let line = "";
  // More letters than this do not fit on the lines of a field in any font.
  const words = text
    .slice(0, 500)
    // Control characters, and those that change the direction of the text after them.
    .replace(/\p{Cc}|\p{Bidi_Control}/gu, " ")
    .split(/\s+/)
    .filter(Boolean);
  for (const word of words) {
    if (fits(line ? `${line} ${word}` : word)) {
      line = line ? `${line} ${word}` : word;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const { segment } of letters.segment(word)) {
      if (lines.length >= MAX_LINES) break;
      if (line && !fits(line + segment)) {
        lines.push(line);
        line = "";
      }
      line += segment;
    }
    if (lines.length < MAX_LINES) continue;
    line ||= "…";
    break;
  }
  if (line) lines.push(line);
  if (lines.length <= MAX_LINES) return lines.length > 0 ? lines : [""];
  return [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`];
}
