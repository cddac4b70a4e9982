import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";

export interface Import {
  /** Path from the project's root, with slashes. */
  from: string;
  /** A path like `from` for a file of the project, otherwise the name of the package or Node module. */
  to: string;
  isOurs: boolean;
  /** True when the compiler removes the import. */
  isTypeOnly: boolean;
}

/** Source texts by path from the project's root. */
export type Tree = Record<string, string>;

const sourceName = /\.(ts|tsx|mts|mjs|js)$/;

export function readTree(root: string, folders: string[]): Tree {
  const tree: Tree = {};
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() && sourceName.test(entry.name))
      tree[entry.name] = readFileSync(path.join(root, entry.name), "utf8");
    if (!entry.isDirectory() || !folders.includes(entry.name)) continue;
    for (const file of readdirSync(path.join(root, entry.name), { recursive: true, encoding: "utf8" })) {
      const place = path.posix.join(entry.name, file.split(path.sep).join("/"));
      if (sourceName.test(place)) tree[place] = readFileSync(path.join(root, place), "utf8");
    }
  }
  return tree;
}

export function findImports(tree: Tree): Import[] {
  return Object.entries(tree).flatMap(([from, source]) =>
    readSpecifiers(from, source).map(({ name, isTypeOnly }) => {
      if (/^(~|#|@?\/)/.test(name))
        throw new Error(`${from}: "${name}" is a path alias; the dependency rules need a relative path`);
      const isOurs = name.startsWith(".");
      return { from, to: isOurs ? resolveImport(from, name, tree) : name, isOurs, isTypeOnly };
    }),
  );
}

interface Specifier {
  name: string;
  isTypeOnly: boolean;
}

function readSpecifiers(file: string, source: string): Specifier[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const specifiers: Specifier[] = [];
  const add = (name: string, isTypeOnly: boolean) => specifiers.push({ name, isTypeOnly });
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === "type"),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === "type"),
    ExportNamedDeclaration: (node) => node.source && add(node.source.value, node.exportKind === "type"),
    ImportExpression: ({ source }) =>
      source.type === "Literal" && typeof source.value === "string" && add(source.value, false),
    TSImportType: (node) => add(node.source.value, true),
  }).visit(program);
  return specifiers;
}

/** Adds the extension or index file as a bundler does; a path that is not in the tree stays as it is. */
export function resolveImport(from: string, name: string, tree: Tree): string {
  const plain = path.posix.join(path.posix.dirname(from), name);
  const candidates = [
    plain,
    `${plain}.ts`,
    `${plain}.tsx`,
    plain.replace(/\.js$/, ".ts"),
    `${plain}/index.ts`,
    `${plain}/index.tsx`,
  ];
  return candidates.find((candidate) => candidate in tree) ?? plain;
}
