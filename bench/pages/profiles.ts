/** A phone and its connection. The names are those of issue trackers and of docs/decisions. */
export interface Profile {
  readonly name: string;
  readonly description: string;
  readonly kilobitsPerSecond: number;
  readonly latencyMs: number;
  /** The factor by which the processor is slowed down. */
  readonly cpu: number;
}

export const PROFILES: readonly Profile[] = [
  { name: "A", description: "1.6 Mbps, 150 ms, CPU 4×", kilobitsPerSecond: 1_600, latencyMs: 150, cpu: 4 },
  { name: "B", description: "400 kbps, 400 ms, CPU 6×", kilobitsPerSecond: 400, latencyMs: 400, cpu: 6 },
];
