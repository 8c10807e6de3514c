/** Put in by vite.config.ts. */
declare const __SOURCE_URL__: string | null
