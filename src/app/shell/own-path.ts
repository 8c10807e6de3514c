/** Tells whether a path leads to a page of this site: browsers treat `//host` and `/\host` as elsewhere. */
export const isOwnPath = (path: string): boolean =>
  path.startsWith('/') && !path.startsWith('//') && !path.includes('\\')
