import pg from 'pg'

/** Postgres's codes for "can't write", while it still reads. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'disk_full',
  '58030': 'io_error',
  '25006': 'read_only',
}

/** Jobs write at least once a minute, so the state is renewed for as long as it lasts. */
const memoryMs = 90_000

/** Remembers what Postgres says when it can't write. Reads go on meanwhile, so nothing else shows it. */
export function refusedWrites(onRefusal: (reason: string) => void = () => undefined) {
  let last: { reason: string; at: number } | undefined
  return {
    note(error: unknown, at = performance.now()): void {
      const reason = error instanceof pg.DatabaseError ? reasons[error.code ?? ''] : undefined
      if (!reason) return
      last = { reason, at }
      onRefusal(reason)
    },
    /** Returns why writes were refused lately; undefined if they weren't. */
    reason: (at = performance.now()) => (last && at - last.at < memoryMs ? last.reason : undefined),
  }
}
