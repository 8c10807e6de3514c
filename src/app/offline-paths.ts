/** Tells whether a page opens without a network: the service worker keeps its code. */
export const opensOffline = (path: string): boolean => /^\/(?:emergency|todo$)/.test(path)
