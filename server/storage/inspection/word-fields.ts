import { decodeEntities, readTags, type Tag } from "../../office-files/xml.ts";
import type { ContentProblem } from "./content-problem.ts";
import { OpenFields } from "./open-fields.ts";

const FIELD_ELEMENT = /<(?:[^\s<>/:"']+:)?(?:fldChar|fldSimple|instrText|delInstrText)[\s/>]/;
/** Word skips elements of namespaces that it does not know, and chooses between alternatives. */
const READ_NAMESPACES = new Set([
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
  "http://schemas.openxmlformats.org/officeDocument/2006/math",
  "http://purl.oclc.org/ooxml/officeDocument/math",
]);
const TRACKED_CHANGES = new Set(["ins", "del", "moveFrom", "moveTo"]);
/** Documents have tables in tables, with some twenty elements for each. */
const MAX_DEPTH = 2_000;

interface Element {
  readonly isRun: boolean;
  readonly isTracked: boolean;
  /** Word may skip the element, or reads it apart, so fields begin and end on the same side of it. */
  readonly isApart: boolean;
  /** The number of fields that are open around the innermost such element. */
  readonly outerFields: number;
}

const ROOT: Element = { isRun: false, isTracked: false, isApart: false, outerFields: 0 };

/** Checks the fields of a part. A field that could be read in two ways is refused. */
export function findFieldProblem(xml: string): ContentProblem | undefined {
  if (!FIELD_ELEMENT.test(xml)) return undefined;
  const reader = new FieldReader(xml);
  for (const tag of readTags(xml)) {
    if (!tag || !reader.read(tag)) return "wordDamaged";
    if (reader.fields.problem) return reader.fields.problem;
  }
  return reader.fields.endAll();
}

class FieldReader {
  readonly fields = new OpenFields(decodeEntities);
  readonly #xml: string;
  readonly #elements: Element[] = [];
  /** Tells of each prefix whether Word reads it. */
  readonly #prefixes = new Map<string, boolean>();

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Returns false for what Office never writes. */
  read(tag: Tag): boolean {
    if (!tag.isStart) {
      const element = this.#elements.pop();
      return !element?.isApart || this.fields.count === element.outerFields;
    }
    const parent = this.#elements.at(-1) ?? ROOT;
    if (this.#elements.length === MAX_DEPTH || !this.#readPrefixes(tag) || !this.#readField(tag, parent))
      return false;
    if (tag.isEnd) return true;
    const isRead = this.#isRead(tag.prefix);
    const isApart = !isRead || tag.name === "fldSimple";
    this.#elements.push({
      isRun: isRead && tag.name === "r",
      isTracked: parent.isTracked || TRACKED_CHANGES.has(tag.name),
      isApart,
      outerFields: isApart ? this.fields.count : parent.outerFields,
    });
    return true;
  }

  #isRead(prefix: string): boolean {
    return this.#prefixes.get(prefix) ?? false;
  }

  /** Returns false for a prefix with two meanings. */
  #readPrefixes({ rawAttributes }: Tag): boolean {
    for (const [key, value] of rawAttributes) {
      if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
      const prefix = key.slice("xmlns:".length);
      const isRead = READ_NAMESPACES.has(decodeEntities(value));
      if ((this.#prefixes.get(prefix) ?? isRead) !== isRead) return false;
      this.#prefixes.set(prefix, isRead);
    }
    return true;
  }

  #readField(tag: Tag, parent: Element): boolean {
    const { fields } = this;
    const isField = fields.count > parent.outerFields;
    const isInInstruction = isField && fields.isInInstruction;
    switch (tag.name) {
      case "fldChar":
        return this.#isRead(tag.prefix) && parent.isRun && this.#readCharacter(tag, isField);
      case "fldSimple":
        return this.#isRead(tag.prefix) && this.#readSimple(tag);
      case "instrText":
      case "delInstrText":
        return this.#isRead(tag.prefix) && parent.isRun && isInInstruction && this.#readText(tag, parent);
      case "t":
      case "delText":
        // Word reads any text before the separator as part of the instruction.
        return !isInInstruction || this.#readText(tag, parent);
      default:
        return true;
    }
  }

  #readCharacter(tag: Tag, isField: boolean): boolean {
    const [attribute] = attributesOf(tag, "fldCharType");
    if (!attribute || !this.#isRead(attribute.prefix)) return false;
    const type = attribute.value;
    if (type === "begin") this.fields.begin();
    else if (type !== "separate" && type !== "end") return false;
    else if (isField) this.fields[type]();
    return true;
  }

  /** Checks the values in all namespaces, because Word accepts them with and without a prefix. */
  #readSimple(tag: Tag): boolean {
    for (const { value } of attributesOf(tag, "instr")) {
      this.fields.begin();
      this.fields.addText(value);
      this.fields.end();
    }
    return true;
  }

  /** Refuses text that is split by an element. */
  #readText(tag: Tag, { isTracked }: Element): boolean {
    if (tag.isEnd) return true;
    const end = this.#xml.indexOf("<", tag.end);
    this.fields.addText(this.#xml.slice(tag.end, end), isTracked || tag.name === "delInstrText");
    return this.#xml.charAt(end + 1) === "/";
  }
}

function attributesOf({ rawAttributes }: Tag, name: string): { prefix: string; value: string }[] {
  return [...rawAttributes].flatMap(([key, value]) => {
    const [local, prefix = ""] = key.split(":").reverse();
    return local === name ? [{ prefix, value }] : [];
  });
}
