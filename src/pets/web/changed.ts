/** Returns the fields that differ, compared as they would be sent. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const entries = Object.entries(after) as [keyof Fields, unknown][]
  return Object.fromEntries(
    entries.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  ) as Partial<Fields>
}
