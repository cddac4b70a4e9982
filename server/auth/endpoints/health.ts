/** GET /health, open to everyone. Clients recognize the protocol by the name. */
export async function getHealth() {
  return { version: "maarga", name: "GoTrue", description: "Maarga's sign-in" };
}
