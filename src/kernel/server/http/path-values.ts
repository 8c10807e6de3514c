type Called<Context> = {
  input: unknown
  context: Context
  procedure: { '~orpc': { route: { path?: string } } }
}

/**
 * Returns the input of a REST call with the values in its path. The library would let the body or query override them, and
 * the call would change another row than its URL names.
 */
export function withPathValues({ input, context, procedure }: Called<{ pathname: string }>): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return { ...input, ...valuesIn(procedure['~orpc'].route.path ?? '', context.pathname) }
}

const patterns = new Map<string, RegExp>()

function valuesIn(template: string, pathname: string): Record<string, string> {
  const pattern =
    patterns.get(template) ?? new RegExp(`^/api${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  patterns.set(template, pattern)
  const values = Object.entries(pattern.exec(pathname)?.groups ?? {})
  return Object.fromEntries(values.map(([name, value]) => [name, decoded(value)]))
}

/** Leaves a value that isn't encoded correctly as it is; the endpoint's schema refuses it. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
