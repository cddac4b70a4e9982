const BLOCKS = "p,li,td,th,h2,h3,h4,dt,dd,caption,label";

/** Every place in the text where the words stand, also across bold words, links and line breaks. */
export function findPlaces(text: Element, words: string): Range[] {
  const pattern = patternFor(words);
  if (!pattern) return [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest(".sr-only,button") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: { node: Node; start: number }[] = [];
  let all = "";
  let block: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const itsBlock = node.parentElement?.closest(BLOCKS);
    if (itsBlock !== block) all += "\n\n";
    block = itsBlock;
    nodes.push({ node, start: all.length });
    all += node.textContent;
  }
  const end = (range: Range, at: number, set: "setStart" | "setEnd") => {
    const reaches = ({ start }: { start: number }) => (set === "setStart" ? start <= at : start < at);
    const found = nodes.findLast(reaches);
    if (found) range[set](found.node, at - found.start);
  };
  return [...all.matchAll(pattern)].map((match) => {
    const range = new Range();
    end(range, match.index, "setStart");
    end(range, match.index + match[0].length, "setEnd");
    return range;
  });
}

/** 10000 finds 10,000; one blank finds any white space, but not the next paragraph. */
export function patternFor(words: string): RegExp | undefined {
  const wanted = words.trim();
  if (wanted.length < 2) return undefined;
  const source = wanted
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\d(?=\d)/g, "$&,?")
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, "[^\\S\\n]+");
  return new RegExp(source, "gi");
}
