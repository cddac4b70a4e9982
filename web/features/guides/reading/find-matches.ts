const BLOCKS = "p,li,td,th,h2,h3,h4,dt,dd,caption,label";

/** Finds the query in the text, also across bold words, links and line breaks. */
export function findMatches(text: Element, query: string): Range[] {
  const pattern = patternFor(query);
  if (!pattern) return [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest(".sr-only,button") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: { node: Node; start: number }[] = [];
  let allText = "";
  let block: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const ownBlock = node.parentElement?.closest(BLOCKS);
    if (ownBlock !== block) allText += "\n\n";
    block = ownBlock;
    nodes.push({ node, start: allText.length });
    allText += node.textContent;
  }
  const setBoundary = (range: Range, at: number, set: "setStart" | "setEnd") => {
    const containsStart = ({ start }: { start: number }) => (set === "setStart" ? start <= at : start < at);
    const found = nodes.findLast(containsStart);
    if (found) range[set](found.node, at - found.start);
  };
  return [...allText.matchAll(pattern)].map((match) => {
    const range = new Range();
    setBoundary(range, match.index, "setStart");
    setBoundary(range, match.index + match[0].length, "setEnd");
    return range;
  });
}

/** Returns a pattern in which 10000 matches 10,000, and a space matches any white space except a paragraph break. */
export function patternFor(query: string): RegExp | undefined {
  const trimmed = query.trim();
  if (trimmed.length < 2) return undefined;
  const source = trimmed
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\d(?=\d)/g, "$&,?")
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, "[^\\S\\n]+");
  return new RegExp(source, "gi");
}
