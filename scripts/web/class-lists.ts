import {
  type CallExpression,
  type JSXAttributeItem,
  type JSXOpeningElement,
  type MemberExpression,
  type Node,
  parseSync,
  Visitor,
} from "oxc-parser";
import { resolveImport, type Tree } from "../imports.ts";

/** A class of an element, and the branches that the code takes for it: condition to outcome. */
export interface ListedClass {
  readonly name: string;
  readonly when: Readonly<Record<string, string>>;
}
export interface ClassList {
  readonly file: string;
  readonly line: number;
  readonly classes: readonly ListedClass[];
}

/** The prop with the classes that a component gets from its caller. */
const GIVEN = "className";
const given: ListedClass = { name: `{${GIVEN}}`, when: {} };

/** Lists the classes of every element in the source, with those that components pass on. */
export function findClassLists(tree: Tree): ClassList[] {
  const modules = new Map<string, Module>();
  const moduleAt = (file: string): Module | undefined => {
    if (!modules.has(file) && tree[file] !== undefined)
      modules.set(file, new Module(file, tree[file], tree, moduleAt));
    return modules.get(file);
  };
  return Object.keys(tree)
    .filter((file) => file.endsWith("x"))
    .flatMap((file) => moduleAt(file)?.elements ?? [])
    .flatMap((element) => element.module.listsOf(element))
    .map((list) => ({ ...list, classes: list.classes.filter((it) => it !== given) }));
}

interface Element {
  readonly module: Module;
  readonly node: JSXOpeningElement;
  readonly component: string | undefined;
}

class Module {
  readonly elements: Element[] = [];
  readonly #constants = new Map<string, Node>();
  readonly #imports = new Map<string, { file: string; name: string }>();

  readonly file: string;
  readonly source: string;
  readonly moduleAt: (file: string) => Module | undefined;

  constructor(file: string, source: string, tree: Tree, moduleAt: (file: string) => Module | undefined) {
    this.file = file;
    this.source = source;
    this.moduleAt = moduleAt;
    const { program, errors } = parseSync(file, source);
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
    const functions: (string | undefined)[] = [];
    const enter = (node: { id: { name: string } | null }) => functions.push(node.id?.name);
    new Visitor({
      ImportDeclaration: (node) => {
        for (const it of node.specifiers)
          if (it.type === "ImportSpecifier" && it.imported.type === "Identifier")
            this.#imports.set(it.local.name, {
              file: resolveImport(file, node.source.value, tree),
              name: it.imported.name,
            });
      },
      VariableDeclarator: ({ id, init }) => {
        if (id.type === "Identifier" && init) this.#constants.set(id.name, init);
      },
      FunctionDeclaration: enter,
      "FunctionDeclaration:exit": () => functions.pop(),
      JSXOpeningElement: (node) => this.elements.push({ module: this, node, component: functions[0] }),
    }).visit(program);
  }

  /** Returns one list, or several if the element is a component that passes its classes on to several elements. */
  listsOf({ node }: Element, depth = 0): ClassList[] {
    const classes = node.attributes.flatMap((attribute) => this.#attributeClasses(attribute));
    const own = { file: this.file, line: this.source.slice(0, node.start).split("\n").length, classes };
    if (node.name.type !== "JSXIdentifier" || !/^[A-Z]/.test(node.name.name)) return [own];
    if (classes.length === 0 || depth > 4) return [];
    const inner = this.#passedOn(node.name.name, depth + 1);
    return inner.length === 0
      ? [own]
      : inner.map((list) => ({
          ...own,
          classes: list.classes.flatMap((it) => (it === given ? classes : [scoped(it, depth)])),
        }));
  }

  #passedOn(component: string, depth: number): ClassList[] {
    const imported = this.#imports.get(component);
    if (imported) {
      const module = this.moduleAt(imported.file);
      return module ? module.#passedOn(imported.name, depth) : [];
    }
    return this.elements
      .filter((element) => element.component === component)
      .flatMap((element) => this.listsOf(element, depth))
      .filter(({ classes }) => classes.includes(given));
  }

  #attributeClasses(attribute: JSXAttributeItem): ListedClass[] {
    if (attribute.type === "JSXSpreadAttribute") {
      const { argument } = attribute;
      return argument.type === "ObjectExpression" && argument.properties.some((it) => isNamed(it, GIVEN))
        ? [given]
        : [];
    }
    if (attribute.name.name !== GIVEN || !attribute.value) return [];
    const value =
      attribute.value.type === "JSXExpressionContainer" ? attribute.value.expression : attribute.value;
    return this.classesOf(value);
  }

  /** Follows constants, imports, conditions, `cn` and `cva`. Ignores what is only known at run time. */
  classesOf(node: Node): ListedClass[] {
    switch (node.type) {
      case "Literal":
        return typeof node.value === "string" ? split(node.value) : [];
      case "TemplateLiteral":
        return [
          ...node.quasis.flatMap(({ value }) => split(value.cooked ?? "")),
          ...node.expressions.flatMap((it) => this.classesOf(it)),
        ];
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
        return this.classesOf(node.expression);
      case "ArrowFunctionExpression":
        return node.expression ? this.classesOf(node.body) : [];
      case "ArrayExpression":
        return node.elements.flatMap((it) => (it ? this.classesOf(it) : []));
      case "ConditionalExpression":
        return [
          ...this.#when(node.test, true, node.consequent),
          ...this.#when(node.test, false, node.alternate),
        ];
      case "LogicalExpression":
        return node.operator === "&&"
          ? this.#when(node.left, true, node.right)
          : [...this.#when(node.left, true, node.left), ...this.#when(node.left, false, node.right)];
      case "Identifier":
        return (
          this.#constant(node.name)?.((module, value) => module.classesOf(value)) ??
          (node.name === GIVEN ? [given] : [])
        );
      case "MemberExpression":
        return this.#member(node);
      case "CallExpression":
        return this.#call(node);
      default:
        return [];
    }
  }

  #text(node: Node): string {
    return this.source.slice(node.start, node.end);
  }

  #when(test: Node, outcome: boolean, node: Node): ListedClass[] {
    if (test.type === "UnaryExpression" && test.operator === "!")
      return this.#when(test.argument, !outcome, node);
    return under(this.#text(test), String(outcome), this.classesOf(node));
  }

  #constant(name: string): (<T>(read: (module: Module, value: Node) => T) => T | undefined) | undefined {
    const imported = this.#imports.get(name);
    if (imported) {
      const module = this.moduleAt(imported.file);
      return module ? module.#constant(imported.name) : undefined;
    }
    const value = this.#constants.get(name);
    return value && ((read) => read(this, value));
  }

  /** `TONES.danger`, or any of them for `TONES[tone]`. */
  #member(node: MemberExpression): ListedClass[] {
    if (node.object.type !== "Identifier") return [];
    const key = !node.computed && node.property.type === "Identifier" ? node.property.name : undefined;
    return (
      this.#constant(node.object.name)?.((module, value) =>
        module.#options(value, key, this.#text(node.property)),
      ) ?? []
    );
  }

  #options(node: Node, only: string | undefined, condition: string): ListedClass[] {
    if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression")
      return this.#options(node.expression, only, condition);
    if (node.type !== "ObjectExpression") return [];
    return node.properties.flatMap((it) => {
      const name = it.type === "Property" ? nameOf(it.key) : undefined;
      if (it.type !== "Property" || !name || (only && only !== name)) return [];
      return under(condition, name, this.classesOf(it.value));
    });
  }

  #call({ callee, arguments: args }: CallExpression): ListedClass[] {
    if (callee.type !== "Identifier") return [];
    if (callee.name === "cn" || callee.name === "clsx") return args.flatMap((it) => this.classesOf(it));
    return (
      this.#constant(callee.name)?.((module, value) =>
        value.type === "CallExpression" && value.callee.type === "Identifier" && value.callee.name === "cva"
          ? module.#variants(value, chosenOf(args[0]))
          : [],
      ) ?? []
    );
  }

  #variants({ arguments: [base, options] }: CallExpression, chosen: Map<string, string>): ListedClass[] {
    const variants =
      options?.type === "ObjectExpression"
        ? options.properties.find((it) => isNamed(it, "variants"))
        : undefined;
    const all =
      variants?.type === "Property" && variants.value.type === "ObjectExpression"
        ? variants.value.properties
        : [];
    return [
      ...(base ? this.classesOf(base) : []),
      ...all.flatMap((it) => {
        const name = it.type === "Property" ? nameOf(it.key) : undefined;
        return it.type === "Property" && name
          ? this.#options(it.value, chosen.get(name), `variant ${name}`)
          : [];
      }),
    ];
  }
}

function split(text: string): ListedClass[] {
  return text.split(/\s+/).flatMap((name) => (name ? [{ name, when: {} }] : []));
}

function under(condition: string, outcome: string, classes: readonly ListedClass[]): ListedClass[] {
  return classes.map((it) => (it === given ? it : { ...it, when: { ...it.when, [condition]: outcome } }));
}

/** Conditions with the same text in a component and in its caller are not the same condition. */
function scoped({ name, when }: ListedClass, depth: number): ListedClass {
  return {
    name,
    when: Object.fromEntries(Object.entries(when).map(([test, it]) => [`${depth} ${test}`, it])),
  };
}

function nameOf(key: Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

function isNamed(property: Node, name: string): boolean {
  return property.type === "Property" && nameOf(property.key) === name;
}

/** The options that a call of a `cva` function names, such as `{ variant: "quiet" }`. */
function chosenOf(argument: Node | undefined): Map<string, string> {
  if (argument?.type !== "ObjectExpression") return new Map();
  return new Map(
    argument.properties.flatMap((it) => {
      const name = it.type === "Property" ? nameOf(it.key) : undefined;
      return it.type === "Property" && name && it.value.type === "Literal"
        ? [[name, String(it.value.value)]]
        : [];
    }),
  );
}
