import type { ContentProblem } from "./content-problem.ts";
import { findInstructionProblem, findTrackedProblem, INNER_FIELD } from "./word-instructions.ts";

/** Citations are stored in fields, a few kilobytes each. */
const MAX_INSTRUCTION_LENGTH = 8 * 1024 * 1024;

/** Tables of contents have three levels. Against files of millions of beginnings. */
const MAX_OPEN_FIELDS = 1_000;

interface Field {
  readonly pieces: string[];
  isInstruction: boolean;
  hasTrackedChanges: boolean;
}

/**
 * The fields of a text that have begun and not ended. A field is an instruction, then perhaps a separator and the
 * result of the last update; both may contain further fields.
 */
export class OpenFields {
  readonly #decode: (text: string) => string;
  readonly #fields: Field[] = [];
  #length = 0;
  #found: ContentProblem | undefined;

  constructor(decode = (text: string) => text) {
    this.#decode = decode;
  }

  get count(): number {
    return this.#fields.length;
  }

  get isInInstruction(): boolean {
    return this.#fields.at(-1)?.isInstruction ?? false;
  }

  get problem(): ContentProblem | undefined {
    return this.#found;
  }

  begin(): void {
    this.addText(INNER_FIELD);
    if (this.count >= MAX_OPEN_FIELDS) this.#found ??= "wordDamaged";
    else this.#fields.push({ pieces: [], isInstruction: true, hasTrackedChanges: false });
  }

  addText(text: string, isTracked = false): void {
    const field = this.#fields.at(-1);
    if (!field?.isInstruction || !text) return;
    this.#length += text.length;
    if (this.#length > MAX_INSTRUCTION_LENGTH) this.#found ??= "wordDamaged";
    else field.pieces.push(this.#decode(text));
    field.hasTrackedChanges ||= isTracked;
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field) field.isInstruction = false;
  }

  end(): void {
    const field = this.#fields.pop();
    if (!field) return;
    this.#found ??= field.hasTrackedChanges
      ? findTrackedProblem(field.pieces)
      : findInstructionProblem(field.pieces.join(""));
  }

  /** Fields that never end are checked, too. */
  endAll(): ContentProblem | undefined {
    while (this.count > 0) this.end();
    return this.#found;
  }
}
