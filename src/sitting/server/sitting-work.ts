import type { OpeningWork } from '#/appointments/server/index.ts'
import type { Config } from '#/kernel/server/config.ts'

export type SittingWork = OpeningWork & { config: Pick<Config, 'SITTING_PAYMENTS' | 'SITTING_TAX_PERCENT'> }
