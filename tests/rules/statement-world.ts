import type { RulesWorld } from "./rules-world.ts";

export interface Line {
  readonly days?: number;
  readonly paise?: number;
  readonly utr?: string | null;
  readonly reference?: string | null;
  readonly narration?: string;
}

export type Proposal = { state: string; order_id: string | null; how: string | null };

/** Adds lines of bank statements to a world, and returns their proposals. */
export function statementsOf(world: RulesWorld) {
  return {
    /** Adds lines as the server does. A line is of today unless it says how many days later it is. */
    async addLines(...lines: Line[]): Promise<number[]> {
      const [statement] = await world.asOwner<{ id: string }>(
        `insert into statements (file_name, sha256, layout, added_by)
     values ('november.csv', encode(sha256(random()::text::bytea), 'hex'), 'HDFC Bank', 'tests') returning id`,
      );
      const [today] = await world.asOwner<{ today: string }>(
        "select (now() at time zone 'Asia/Kolkata')::date::text as today",
      );
      const parts = lines.map((line, index) => ({
        line_number: index + 1,
        day: new Date(Date.parse(today?.today ?? "") + (line.days ?? 0) * 86_400_000)
          .toISOString()
          .slice(0, 10),
        amount_paise: line.paise ?? 5_000_00,
        utr: line.utr ?? null,
        reference: line.reference ?? null,
        narration: line.narration ?? "UPI",
        nth: index + 1,
      }));
      await world.as("admin", "select add_statement_lines($1, $2)", [statement?.id, JSON.stringify(parts)]);
      await world.as("admin", "select match_lines()");
      const rows = await world.asOwner<{ id: string }>(
        "select id from statement_lines where statement_id = $1 order by line_number",
        [statement?.id],
      );
      return rows.map(({ id }) => Number(id));
    },

    async proposals(ids: number[]): Promise<Proposal[]> {
      return world.asOwner<Proposal>(
        "select state, order_id, how from statement_lines where id = any ($1) order by line_number",
        [ids],
      );
    },
  };
}
