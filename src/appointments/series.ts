import { z } from 'zod'

/** A list shows this many of a series at once, besides the first. */
export const shownAtOnce = 3

/** For lists: only one series, or each series as one row. */
export const seriesInput = {
  series: z.uuid().optional(),
  group: z.literal('series').optional(),
}
