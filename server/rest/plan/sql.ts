/** The values of a statement, gathered while its text is written: the text only ever holds their places. */
export class Values {
  readonly list: string[] = [];

  place(value: string | number): string {
    return `$${this.list.push(String(value))}`;
  }
}

/** PostgreSQL's names end at a NUL, and so would everything after it. */
export function quoteName(name: string): string {
  const [visible = ""] = name.split("\0", 1);
  return `"${visible.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const inPublic = (name: string) => `"public".${quoteName(name)}`;

/** A column, or all of them for `*`, of what `owner` names in SQL. */
export function columnOf(owner: string, name: string): string {
  return name === "*" ? `${owner}.*` : `${owner}.${quoteName(name)}`;
}

export function columnsOf(owner: string, names: readonly string[]): string {
  return names.length === 0 ? `${owner}.*` : names.map((name) => columnOf(owner, name)).join(", ");
}
