// What may hold a semicolon or a dash without meaning it. A body in dollar signs ends with the same tag.
const SKIPPED =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/y;

/**
 * In which line each statement begins. PostgreSQL gives no place for errors of many commands (a grant, a drop), so
 * this only helps a message along: it need not know all of the grammar.
 */
export function statementLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let between = true;
  for (let at = 0; at < text.length; ) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(text)?.[0];
    const part = skipped ?? text.charAt(at);
    const isComment = skipped?.startsWith("--") || skipped?.startsWith("/*");
    if (part === ";") between = true;
    else if (between && !isComment && part.trim() !== "") {
      lines.push(line);
      between = false;
    }
    line += part.split("\n").length - 1;
    at += part.length;
  }
  return lines;
}
