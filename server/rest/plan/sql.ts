/** The values of a statement, collected while its text is written. The text only holds their placeholders. */
export class Values {
  readonly list: string[] = [];

  /** Returns the placeholder. */
  add(value: string | number): string {
    return `$${this.list.push(String(value))}`;
  }
}

/** PostgreSQL would end the whole statement at a NUL, so the name ends there. */
export function quoteName(name: string): string {
  if (!/[\0"]/.test(name)) return `"${name}"`;
  const [visible = ""] = name.split("\0", 1);
  return `"${visible.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const inPublic = (name: string) => `"public".${quoteName(name)}`;

/** `owner` is SQL: the table or alias of the column. */
export function columnOf(owner: string, name: string): string {
  return name === "*" ? `${owner}.*` : `${owner}.${quoteName(name)}`;
}

export function columnsOf(owner: string, names: readonly string[]): string {
  return names.length === 0 ? `${owner}.*` : names.map((name) => columnOf(owner, name)).join(", ");
}
