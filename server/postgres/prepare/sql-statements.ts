type Token = { kind: "comment" | "quoted" | "character"; text: string };

/** Excludes a position inside a name, where a dollar sign or an E does not open a quote. */
const AT_START = String.raw`(?<![\w$\u0080-\uffff])`;
const TAG = String.raw`(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)`;
const QUOTED = [
  String.raw`${AT_START}[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
  "'(?:[^']|'')*'",
  '"(?:[^"]|"")*"',
  String.raw`${AT_START}\$${TAG}\$[\s\S]*?\$\k<tag>\$`,
];
const TOKEN = new RegExp(String.raw`(?<comment>--[^\n]*|/\*)|(?<quoted>${QUOTED.join("|")})`, "y");
const WHITE_SPACE = /^[ \t\n\r\f\v]$/;

/** Returns the line in which each statement begins: PostgreSQL gives no position for errors of a grant or a drop. */
export function statementLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let isBetweenStatements = true;
  for (const { kind, text: part } of tokens(text)) {
    if (part === ";") isBetweenStatements = true;
    else if (isBetweenStatements && kind !== "comment" && part.trim() !== "") {
      lines.push(line);
      isBetweenStatements = false;
    }
    line += part.split("\n").length - 1;
  }
  return lines;
}

/** Returns the statements with one space for each run of comments and white space. Quoted text stays as it is. */
export function withoutComments(text: string): string {
  let statements = "";
  for (const { kind, text: part } of tokens(text)) {
    if (kind !== "comment" && !WHITE_SPACE.test(part)) statements += part;
    else if (!statements.endsWith(" ")) statements += " ";
  }
  return statements.trim();
}

function* tokens(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const { comment, quoted } = TOKEN.exec(text)?.groups ?? {};
    let token: Token = { kind: "character", text: text.charAt(at) };
    if (quoted !== undefined) token = { kind: "quoted", text: quoted };
    else if (comment === "/*") token = { kind: "comment", text: blockComment(text, at) };
    else if (comment !== undefined) token = { kind: "comment", text: comment };
    yield token;
    at += token.text.length;
  }
}

/** Block comments nest. */
function blockComment(text: string, start: number): string {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let found = edge.exec(text); found; found = edge.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return text.slice(start, edge.lastIndex);
  }
  return text.slice(start);
}
