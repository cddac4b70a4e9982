import type { ClientBase } from "pg";

/** PostgreSQL's types as they arrive in JSON. What is not listed here arrives as text. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  bool: "boolean",
  float4: "number",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "number",
  json: "Json",
  jsonb: "Json",
  numeric: "number",
  void: "undefined",
};

/** What a function says in words of its own, where a table has others under that name. */
const OWN_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  list_campaign_recipients: { state: '"queued" | "sent" | "failed" | "skipped" | "stopped"' },
};

/** Of what is worked out, in a view or by a function, PostgreSQL does not know whether it is always filled. */
const ALWAYS_FILLED: Readonly<Record<string, readonly string[]>> = {
  count_audience: ["will_get", "turned_off"],
  list_audit_log: ["id", "at", "actor_email", "action", "details", "total"],
  list_campaign_recipients: ["id", "name", "email", "state", "attempts", "total"],
  list_campaigns:
    "id created_at subject body state queued sent failed skipped stopped waits_for_server total".split(" "),
  list_students: [
    "id",
    "first_name",
    "last_name",
    "phone",
    "created_at",
    "plan_status",
    "total",
    "total_is_exact",
  ],
  user_plans_with_profiles: ["active"],
};

const HEAD = `// Made from the database's own catalogue by \`npm run types\`; a test compares the two.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
`;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  readonly may: Readonly<Record<"read" | "insert" | "update", boolean>>;
}

interface Relation {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly Column[];
}

interface Fn {
  readonly name: string;
  readonly returnsSet: boolean;
  readonly returnType: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly isInput: boolean }[];
  readonly defaults: number;
}

/** What somebody who is signed in may use of the schema `public`, as types for the official client. */
export async function databaseTypes(client: ClientBase): Promise<string> {
  const relations = await readRelations(client);
  const functions = await readFunctions(client);
  // A word that a table allows only some values for means the same in a view and in a function's result.
  const words = new Map(
    relations.flatMap(({ columns }) =>
      columns.filter(({ type }) => type.includes('"')).map(({ name, type }) => [name, type] as const),
    ),
  );
  return `${HEAD}
export type Database = {
  public: {
    Tables: {
${relations
  .filter(({ isView }) => !isView)
  .map(tableText)
  .join("\n")}
    };
    Views: {
${relations
  .filter(({ isView }) => isView)
  .map((view) => viewText(view, words))
  .join("\n")}
    };
    Functions: {
${functions.map((fn) => functionText(fn, words)).join("\n")}
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`;
}

function tableText({ name, columns }: Relation): string {
  const row = (what: keyof Column["may"], isOptional: (column: Column) => boolean) => {
    const fields = columns
      .filter((column) => column.may[what])
      .map((column) => `${column.name}${isOptional(column) ? "?" : ""}: ${typeOf(column)};`);
    return fields.length > 0 ? `{${fields.join(" ")}}` : "Record<never, never>";
  };
  return `      ${name}: {
        Row: ${row("read", () => false)};
        Insert: ${row("insert", (column) => column.isOptional)};
        Update: ${row("update", () => true)};
        Relationships: [];
      };`;
}

function viewText({ name, columns }: Relation, words: ReadonlyMap<string, string>): string {
  const row = columns.map((column) => {
    const type = column.type === "string" ? (words.get(column.name) ?? "string") : column.type;
    return `${column.name}: ${typeOf({ ...column, type })};`;
  });
  return `      ${name}: { Row: {${row.join(" ")}}; Relationships: [] };`;
}

function functionText(fn: Fn, words: ReadonlyMap<string, string>): string {
  const inputs = fn.columns.filter(({ isInput }) => isInput);
  const firstOptional = inputs.length - fn.defaults;
  const args = inputs.map(({ name, type }, at) => `${name}${at < firstOptional ? "" : "?"}: ${type};`);
  const results = fn.columns.filter(({ isInput }) => !isInput);
  const row = results.map(({ name, type }) => {
    const isNullable = !ALWAYS_FILLED[fn.name]?.includes(name);
    const word = OWN_WORDS[fn.name]?.[name] ?? (type === "string" ? words.get(name) : undefined);
    return `${name}: ${typeOf({ type: word ?? type, isNullable })};`;
  });
  const one = results.length > 0 ? `{${row.join(" ")}}` : fn.returnType;
  return `      ${fn.name}: { Args: ${args.length > 0 ? `{${args.join(" ")}}` : "never"}; Returns: ${one}${fn.returnsSet ? "[]" : ""} };`;
}

function typeOf({ type, isNullable }: Pick<Column, "type" | "isNullable">): string {
  return isNullable ? `${type} | null` : type;
}

async function readRelations(client: ClientBase): Promise<Relation[]> {
  const { rows } = await client.query<{ oid: number; name: string; isView: boolean }>(
    `select c.oid, relname as name, relkind = 'v' as "isView" from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
       and has_any_column_privilege('authenticated', c.oid, 'select')
     order by relname collate "C"`,
  );
  const relations: Relation[] = [];
  for (const { oid, name, isView } of rows) {
    const columns = await readColumns(client, oid);
    const filled = new Set([
      ...(isView ? await filledInView(client, oid) : []),
      ...(ALWAYS_FILLED[name] ?? []),
    ]);
    relations.push({
      name,
      isView,
      columns: columns.map((column) => ({
        ...column,
        isNullable: column.isNullable && !filled.has(column.name),
      })),
    });
  }
  return relations;
}

async function readColumns(client: ClientBase, relation: number): Promise<Column[]> {
  const { rows } = await client.query(
    `select attname as name, typname, not attnotnull as "isNullable",
       not attnotnull or atthasdef or attidentity <> '' as "isOptional",
       has_column_privilege('authenticated', attrelid, attnum, 'select') as read,
       has_column_privilege('authenticated', attrelid, attnum, 'insert') as insert,
       has_column_privilege('authenticated', attrelid, attnum, 'update') as update,
       (select pg_get_constraintdef(k.oid) from pg_constraint k
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[') as rule
     from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    [relation],
  );
  return rows.map(({ name, typname, isNullable, isOptional, read, insert, update, rule }) => ({
    name,
    type: allowedWords(rule) ?? JSON_TYPES[typname] ?? "string",
    isNullable,
    isOptional,
    may: { read, insert, update },
  }));
}

/** CHECK ((plan_level = ANY (ARRAY['ug'::text, 'pg'::text]))) */
function allowedWords(rule: string | null): string | undefined {
  const words = [...(rule ?? "").matchAll(/'([^']+)'::text/g)].map(([, word]) => JSON.stringify(word));
  return words.length > 0 ? words.join(" | ") : undefined;
}

/** A view's own columns may all be null for all that PostgreSQL says; its statement knows where each one comes from. */
async function filledInView(client: ClientBase, view: number): Promise<Set<string>> {
  const { rows } = await client.query<{ statement: string }>("select pg_get_viewdef($1::oid) as statement", [
    view,
  ]);
  const statement = rows[0]?.statement ?? "";
  if (/\b(left|right|full) join\b|\bunion\b/i.test(statement)) return new Set();
  const { fields } = await client.query(`select * from (${statement.replace(/;\s*$/, "")}) as v limit 0`);
  const { rows: filled } = await client.query<{ origin: string }>(
    `select attrelid || ':' || attnum as origin from pg_attribute where attnotnull and attrelid = any ($1::oid[])`,
    [fields.map(({ tableID }) => tableID)],
  );
  const origins = new Set(filled.map(({ origin }) => origin));
  return new Set(
    fields.filter(({ tableID, columnID }) => origins.has(`${tableID}:${columnID}`)).map(({ name }) => name),
  );
}

async function readFunctions(client: ClientBase): Promise<Fn[]> {
  const { rows } = await client.query(
    `select proname as name, proretset as "returnsSet", pronargdefaults as defaults,
       (select typname from pg_type where oid = prorettype) as "returnType",
       (select coalesce(json_agg(json_build_object(
           'name', coalesce(proargnames[at], ''), 'type', typname,
           'isInput', coalesce(proargmodes[at], 'i') in ('i', 'b')) order by at), '[]')
        from unnest(coalesce(proallargtypes, proargtypes::oid[])) with ordinality as argument (type, at)
        join pg_type on pg_type.oid = argument.type) as columns
     from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', oid, 'execute')
     order by proname collate "C"`,
  );
  return rows.map(({ columns, returnType, ...fn }) => ({
    ...fn,
    returnType: JSON_TYPES[returnType] ?? "string",
    columns: columns.map((column: { type: string }) => ({
      ...column,
      type: JSON_TYPES[column.type] ?? "string",
    })),
  }));
}
