/** The files name some addresses without their scheme. Others than web addresses are no links. */
export function sourceLink(address: string): string | undefined {
  const link = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  return /^https?:\/\//i.test(link) ? link : undefined;
}
