/** Set by scripts/web/service-worker.ts; the revision is null where the name says it. */
declare const __FILES_TO_KEEP__: { url: string; revision: string | null }[]
