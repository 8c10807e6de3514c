import { pino } from 'pino'

/** Writes JSON lines to standard output. Never log email addresses, names, tokens or bodies: ids are enough. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', '*.password', 'headers.cookie', 'headers.authorization'],
  })
}

export type Log = Pick<ReturnType<typeof createLog>, 'debug' | 'info' | 'warn' | 'error' | 'child'>
