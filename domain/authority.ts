/** The authority that allots the seats of a merit list. Each has rules of its own. */
export function authorityOf(meritList: string): "KEA" | "COMEDK" {
  return meritList === "COMEDK" ? "COMEDK" : "KEA";
}
