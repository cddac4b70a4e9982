/** A parsed request: the parser builds it and the planner reads it. */
export type RestRequest = ReadRequest | InsertRequest | UpdateRequest | DeleteRequest | CallRequest;

interface Common {
  /** The table, view or function in the path. */
  readonly target: string;
  readonly select: readonly string[];
  readonly preferences: Preferences;
  readonly accept: Representation;
  /** The schema, if the request names one. The response then names it, too. */
  readonly profile: string | undefined;
}

interface Rows {
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly range: Range;
}

export interface ReadRequest extends Common, Rows {
  readonly kind: "read";
  readonly isHead: boolean;
}

export interface InsertRequest extends Common {
  readonly kind: "insert";
  readonly payload: Payload;
  readonly onConflict: readonly string[] | undefined;
}

export interface UpdateRequest extends Common {
  readonly kind: "update";
  readonly payload: Payload;
  readonly conditions: readonly Condition[];
}

export interface DeleteRequest extends Common {
  readonly kind: "delete";
  readonly conditions: readonly Condition[];
}

export interface CallRequest extends Common, Rows {
  readonly kind: "call";
  readonly method: "GET" | "HEAD" | "POST";
  readonly arguments: Arguments;
}

/** The JSON is as it was sent, because PostgreSQL parses it. `columns` are in alphabetical order. */
export interface Payload {
  readonly json: string;
  readonly isArray: boolean;
  /** The number of rows, 0 if the JSON is malformed. */
  readonly rows: number;
  readonly columns: readonly string[];
}

export type Arguments =
  | { readonly from: "body"; readonly payload: Payload }
  | { readonly from: "query"; readonly pairs: readonly (readonly [name: string, value: string])[] };

export type Condition = Filter | Group;

export interface Group {
  readonly kind: "group";
  readonly not: boolean;
  readonly operator: "and" | "or";
  readonly conditions: readonly Condition[];
}

export interface Filter {
  readonly kind: "filter";
  readonly column: string;
  readonly not: boolean;
  readonly operation: Operation;
}

export type Operation =
  | {
      readonly kind: "compare";
      readonly operator: string;
      readonly quantifier: "any" | "all" | undefined;
      readonly value: string;
    }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly value: Trilean }
  | { readonly kind: "distinct"; readonly value: string }
  | {
      readonly kind: "search";
      readonly parser: string;
      readonly language: string | undefined;
      readonly value: string;
    };

export type Trilean = "null" | "not null" | "true" | "false" | "unknown";

export interface OrderTerm {
  readonly column: string;
  readonly direction: "asc" | "desc" | undefined;
  readonly nulls: "nulls first" | "nulls last" | undefined;
}

/** Both are zero-based and inclusive. An empty range has `last` one less than `first`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface Preferences {
  readonly resolution: "merge-duplicates" | "ignore-duplicates" | undefined;
  readonly return: "representation" | "minimal" | "headers-only" | undefined;
  readonly count: "exact" | "planned" | "estimated" | undefined;
  readonly missing: "default" | "null" | undefined;
  readonly handling: "strict" | "lenient" | undefined;
  /** Has an effect only with handling=strict. */
  readonly maxAffected: number | undefined;
}

export interface Representation {
  readonly single: boolean;
  readonly withoutNulls: boolean;
  readonly contentType: string;
}
