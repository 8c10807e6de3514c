import { z } from 'zod'
import { idSchema } from '#/kernel/ids.ts'

/** A list shows this many of a series at once, besides the first. */
export const shownAtOnce = 3

/** For lists: only one series, or each series as one row. */
export const seriesInput = {
  series: z.uuid().optional(),
  group: z.literal('series').optional(),
}

/** For lists: only this appointment, whichever tab it's in. */
export const onlyOne = { id: idSchema('appointment').optional() }
