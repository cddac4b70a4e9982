const HEIGHT = 100;
const STEP = 10;
const GAP = 2;

interface Props {
  /** The heights of the parts of each column, from the bottom to the top. */
  readonly columns: readonly (readonly number[])[];
  /** The class of each part, such as "fill-press". */
  readonly fills: readonly string[];
  /** The number that the whole height stands for, so that charts beside each other can be compared. */
  readonly full: number;
  readonly className: string;
}

/** A column chart. It is hidden from screen readers, because a table has its numbers. */
export function ColumnChart({ columns, fills, full, className }: Props) {
  const scale = HEIGHT / Math.max(full, 1);
  const tops = columns.map(() => HEIGHT);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
    >
      {fills.map((fill, part) => {
        const boxes = columns.map((parts, index) => {
          const height = (parts[part] ?? 0) * scale;
          tops[index] = (tops[index] ?? HEIGHT) - height;
          return `M${index * STEP + GAP / 2} ${tops[index]}h${STEP - GAP}v${height}h${GAP - STEP}z`;
        });
        return <path key={fill} d={boxes.join("")} className={fill} />;
      })}
    </svg>
  );
}
