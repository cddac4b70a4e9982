/** A course of a college, as a list prints it. */
export interface Seat {
  readonly college: string;
  readonly name: string;
  /** The code of the course; null if the list prints none. */
  readonly code: string | null;
  readonly course: string;
}

/** A closing rank of a list. */
export interface Figure {
  readonly seat: Seat;
  readonly category: string;
  /** A decimal number, as printed. */
  readonly rank: string;
  /** The number of other copies with the same figure, and with a different one. */
  readonly agree: number;
  readonly differ: number;
  /** A code of `cutoff_sources`. */
  readonly source: string;
}

/** Figures by column, as the database takes them: a list has few seats, and many figures of each. */
export class FigureColumns {
  readonly seats: Seat[] = [];
  readonly #positions = new Map<string, number>();
  readonly #seat: number[] = [];
  readonly #category: string[] = [];
  readonly #rank: string[] = [];
  readonly #agree: number[] = [];
  readonly #differ: number[] = [];
  readonly #source: string[] = [];

  constructor(figures: Iterable<Figure>) {
    for (const figure of figures) this.#add(figure);
  }

  get count(): number {
    return this.#rank.length;
  }

  #add({ seat, category, rank, agree, differ, source }: Figure): void {
    const key = `${seat.college}\0${seat.code ?? seat.course}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = this.seats.push(seat); // counted from 1, as PostgreSQL counts
      this.#positions.set(key, position);
    }
    this.#seat.push(position);
    this.#category.push(category);
    this.#rank.push(rank);
    this.#agree.push(agree);
    this.#differ.push(differ);
    this.#source.push(source);
  }

  /** The arguments of `add_closing_ranks` after the edition. */
  toParameters(): string[] {
    const columns = [this.#seat, this.#category, this.#rank, this.#agree, this.#differ, this.#source];
    return [JSON.stringify(this.seats), ...columns.map(toArray)];
  }
}

/** Writes an array for PostgreSQL, of values that need no quotation marks: with them, it takes seconds for all lists. */
function toArray(values: readonly (string | number)[]): string {
  const text = values.join(",");
  if (/[^\w.,-]/.test(text)) throw new Error("a figure has a letter that an array cannot have");
  return `{${text}}`;
}
