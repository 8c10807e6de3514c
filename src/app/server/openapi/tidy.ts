import type { OpenAPI } from '@orpc/contract'

type Json = Record<string, unknown>

const multipart = 'multipart/form-data'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const isFile = (schema: unknown): boolean =>
  isObject(schema) &&
  ('contentMediaType' in schema ||
    isFile(schema.items) ||
    (Array.isArray(schema.anyOf) && schema.anyOf.some(isFile)))

/** Tells whether a request needs a file. */
export function takesFile(body: OpenAPI.OperationObject['requestBody']): boolean {
  const { properties = {}, required = [] } = schemaOf(body)
  return required.some((name) => isFile(properties[name]))
}

function schemaOf(body: unknown): { properties?: Json; required?: string[] } {
  const { content } = (body ?? {}) as { content?: Record<string, { schema?: Json }> }
  return (content?.['application/json'] ?? content?.[multipart])?.schema ?? {}
}

/**
 * Removes what readers don't need: hints for our own clients, bounds that only say "an integer", and file fields, which
 * JSON can't carry.
 */
export function tidy<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(tidy) as Value
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key, child]) => !isNoise(key, child))
  return Object.fromEntries(
    kept.map(([key, child]) => [key, key === 'properties' ? tidy(withoutFiles(child)) : tidy(child)]),
  ) as Value
}

const isNoise = (key: string, value: unknown): boolean =>
  key === 'x-native-type' ||
  key === multipart ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)

const withoutFiles = (properties: unknown): Json =>
  Object.fromEntries(Object.entries(properties as Json).filter(([, schema]) => !isFile(schema)))
