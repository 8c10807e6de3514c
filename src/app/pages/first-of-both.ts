/** Returns the first rows of two lists, `most` in all. Many requests can't hide every meeting. */
export function firstOfBoth<Request, Meet>(
  requests: readonly Request[],
  meets: readonly Meet[],
  most: number,
): { requests: readonly Request[]; meets: readonly Meet[] } {
  const first = requests.slice(0, meets.length > 0 ? most - 1 : most)
  return { requests: first, meets: meets.slice(0, most - first.length) }
}
