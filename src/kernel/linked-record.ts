const parameter = 'record'

/** Returns a list's path that leads to one of its records. */
export const withRecord = (path: `/${string}`, id: string): `/${string}` =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}=${id}`

export const recordIn = (params: URLSearchParams): string | null => params.get(parameter)
