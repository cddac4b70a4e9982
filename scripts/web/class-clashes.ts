import type { Tree } from "../imports.ts";
import type { Declaration } from "./class-declarations.ts";
import { findClassLists, type ListedClass } from "./class-lists.ts";

/**
 * Finds elements with two classes that set the same property to different values. The order of the classes does not
 * decide which of them applies: the order of the rules in the style sheet does.
 */
export function findClassClashes(tree: Tree, declarationsOf: (name: string) => Declaration[]): string[] {
  const found = new Set<string>();
  for (const { file, line, classes } of findClassLists(tree))
    for (const [index, one] of classes.entries())
      for (const other of classes.slice(index + 1)) {
        const property =
          canMeet(one, other) && sharedProperty(declarationsOf(one.name), declarationsOf(other.name));
        if (property) found.add(`${file}:${line}: ${one.name} and ${other.name} both set ${property}`);
      }
  return [...found];
}

function canMeet(one: ListedClass, other: ListedClass): boolean {
  return Object.entries(one.when).every(([test, outcome]) => (other.when[test] ?? outcome) === outcome);
}

function sharedProperty(some: readonly Declaration[], others: readonly Declaration[]): string | undefined {
  return some.find((one) =>
    others.some(
      (other) =>
        one.property === other.property && one.variants === other.variants && one.value !== other.value,
    ),
  )?.property;
}
