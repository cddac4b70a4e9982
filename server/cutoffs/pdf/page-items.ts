import type { PdfPage } from "./pdf-file.ts";
import { PdfName, PdfTokens, type PdfValue, PdfWord } from "./tokens.ts";

/** Text as a page shows it, at the start of its base line; x grows to the right and y upwards. */
export interface TextRun {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A rectangle that a page draws: its lower left and its upper right corner. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface PageItems {
  readonly runs: readonly TextRun[];
  readonly boxes: readonly Box[];
}

type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [x: number, y: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MAX_ITEMS = 200_000;
const MAX_STATES = 1_000;

/** Text of the reports is in this encoding. */
const decoder = new TextDecoder("windows-1252");

/** Runs the operators of a page that place text and rectangles. */
export function readPage(page: PdfPage): PageItems | undefined {
  const drawing = new Drawing(page.rotation);
  const tokens = new PdfTokens(page.contents());
  const operands: PdfValue[] = [];
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (token instanceof PdfWord) {
      if (!drawing.run(token.word, operands)) return undefined;
      operands.length = 0;
    } else if (operands.push(token) > 1_000) return undefined;
  }
  return drawing.items;
}

class Drawing {
  readonly items = { runs: [] as TextRun[], boxes: [] as Box[] };
  readonly #rotation: number;
  readonly #states: Matrix[] = [];
  #matrix = IDENTITY;
  #line = IDENTITY;
  #text = IDENTITY;
  #leading = 0;

  constructor(rotation: number) {
    this.#rotation = ((rotation % 360) + 360) % 360;
  }

  /** Returns false if the page draws more than a list has. */
  run(operator: string, operands: readonly PdfValue[]): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.map((each) =>
      typeof each === "number" ? each : 0,
    );
    switch (operator) {
      case "q":
        this.#states.push(this.#matrix);
        break;
      case "Q":
        this.#matrix = this.#states.pop() ?? IDENTITY;
        break;
      case "cm":
        this.#matrix = multiply([a, b, c, d, e, f], this.#matrix);
        break;
      case "BT":
        this.#start(IDENTITY);
        break;
      case "Tm":
        this.#start([a, b, c, d, e, f]);
        break;
      case "TL":
        this.#leading = a;
        break;
      case "TD":
        this.#leading = -b;
        this.#move(a, b);
        break;
      case "Td":
        this.#move(a, b);
        break;
      case "T*":
        this.#move(0, -this.#leading);
        break;
      case "'":
      case '"':
        this.#move(0, -this.#leading);
        this.#show(operands);
        break;
      case "Tj":
      case "TJ":
        this.#show(operands);
        break;
      case "re":
        this.#addBox(a, b, c, d);
        break;
    }
    const { runs, boxes } = this.items;
    return runs.length + boxes.length < MAX_ITEMS && this.#states.length < MAX_STATES;
  }

  #start(matrix: Matrix): void {
    this.#line = matrix;
    this.#text = matrix;
  }

  #move(x: number, y: number): void {
    this.#start(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  #show(operands: readonly PdfValue[]): void {
    const [last] = operands.slice(-1);
    const pieces = Array.isArray(last) ? last.filter((each) => typeof each === "string") : [last];
    const text = decoder.decode(Buffer.from(pieces.join(""), "latin1"));
    if (last === undefined || last instanceof PdfName || text.trim() === "") return;
    const [x, y] = this.#place([this.#text[4], this.#text[5]]);
    this.items.runs.push({ x, y, text });
  }

  #addBox(x: number, y: number, width: number, height: number): void {
    const corners = [this.#place([x, y]), this.#place([x + width, y + height])] as const;
    const [xs, ys] = [corners.map(([each]) => each), corners.map(([, each]) => each)];
    this.items.boxes.push({
      left: Math.min(...xs),
      right: Math.max(...xs),
      bottom: Math.min(...ys),
      top: Math.max(...ys),
    });
  }

  /** Returns where a point is on the page as it is shown. */
  #place([givenX, givenY]: Point): Point {
    const [a, b, c, d, e, f] = this.#matrix;
    const [x, y] = [a * givenX + c * givenY + e, b * givenX + d * givenY + f];
    if (this.#rotation === 90) return [y, -x];
    if (this.#rotation === 180) return [-x, -y];
    return this.#rotation === 270 ? [-y, x] : [x, y];
  }
}

function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}
