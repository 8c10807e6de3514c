export type Notes<Field extends string> = Record<Field, string>

/** These texts and nothing else; those that are not there are empty, and blanks around them do not count. */
export function notesOf<Field extends string>(
  from: Record<Field, string | null>,
  fields: readonly Field[],
): Notes<Field> {
  return Object.fromEntries(fields.map((field) => [field, from[field]?.trim() ?? ''])) as Notes<Field>
}
