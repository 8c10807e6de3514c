/** The directory as CSV: a file that adds and changes many entries at once. */
import { z } from 'zod'
import { kinds, placeSpecies } from './places.ts'

export const csvLimits = { lines: 1000, bytes: 180_000 } as const
export const shownProblems = 100
export const shownInPreview = 50

export const columns = [
  'kind',
  'name',
  'phone',
  'city',
  'address',
  'latitude',
  'longitude',
  'opening_hours',
  'animals',
  'note',
  'email',
  'checked_on',
] as const
export type Column = (typeof columns)[number]
export const neededColumns = ['kind', 'name', 'phone', 'city'] as const satisfies readonly Column[]

export const importProblemSchema = z.object({
  line: z.int(),
  /** Null if it is about the whole line. */
  column: z.enum(columns).nullable(),
  /** A sentence for the person who imports. */
  problem: z.string(),
})
export type ImportProblem = z.output<typeof importProblemSchema>

export const importResultSchema = z.object({
  /** False for a trial, and if there is any problem: nothing is ever half imported. */
  isWritten: z.boolean(),
  added: z.int(),
  changed: z.int(),
  /** Columns missing from the file; changed entries keep their values. */
  kept: z.array(z.enum(columns)),
  /** The first entries, to look at before writing. */
  preview: z.array(
    z.object({ kind: z.enum(kinds), name: z.string(), city: z.string().nullable(), isNew: z.boolean() }),
  ),
  /** The first ones. */
  problems: z.array(importProblemSchema),
  problemCount: z.int(),
})
export type ImportResult = z.output<typeof importResultSchema>

export const cellText = {
  broken: () => 'This line can’t be read. Is a quotation mark missing?',
  cells: (count: string) => `This line should have ${count} cells.`,
  damaged: () => 'Some letters are damaged here (�). Please type them again.',
  column_missing: (name: string) => `The column “${name}” is missing.`,
  column_unknown: (name: string) => `We don’t know the column “${name}”.`,
  column_doubled: (name: string) => `The column “${name}” is there twice.`,
  kind: () => `Please use one of: ${kinds.join(', ')}.`,
  animals: () => `Please use some of: ${placeSpecies.join('; ')}.`,
  too_long: (most: string) => `Please use ${most} characters at most.`,
  degrees: () => 'Please write degrees like 12.97861, both latitude and longitude.',
  phones: () => 'Only one number fits here. Please add the column “note”: we’ll put the others there.',
  day: () => 'Please enter a day until today, like 2026-11-24.',
  doubled: (line: string) => `Line ${line} is the same entry.`,
  wrong: () => 'Please check this cell.',
} as const

/** The columns and an example, to begin a file with. */
export const csvTemplate = `${columns.join(',')}
clinic,Lakeside Animal Hospital,+91 80 4000 1234,Bengaluru,12 Lake Road,12.97861,77.63883,Mon-Sat 09:00-20:00; Sun 10:00-14:00,Dogs; Cats,Ring at the side door,,2026-11-20
helpline,Animal Helpline,1962,,,,,24x7,,,,
`
