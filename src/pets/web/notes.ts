export type Notes<Field extends string> = Record<Field, string>

/** Picks these texts, trimmed and empty if missing. */
export function notesOf<Field extends string>(
  from: Record<Field, string | null>,
  fields: readonly Field[],
): Notes<Field> {
  return Object.fromEntries(fields.map((field) => [field, from[field]?.trim() ?? ''])) as Notes<Field>
}
