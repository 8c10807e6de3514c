/** The worker's own global. */
export const worker = self as unknown as ServiceWorkerGlobalScope
