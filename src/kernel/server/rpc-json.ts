import {
  STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES,
  type StandardRPCJsonSerialized,
  StandardRPCJsonSerializer,
} from '@orpc/client/standard'

type Paths = StandardRPCJsonSerialized[1]

/**
 * Returns the library's serializer, which for plain values with dates doesn't copy them: JSON.stringify writes dates as
 * the library would, so only their paths are needed. Copying a page of appointments took 0.4 ms.
 */
export function openRpcSerializer(): StandardRPCJsonSerializer {
  const serializer = new StandardRPCJsonSerializer()
  // The library’s `serialize` recurses by `this`, so values that it copies go to an instance without the shortcut.
  const library = new StandardRPCJsonSerializer()
  serializer.serialize = (data) => {
    const dates: Paths = []
    return isPlain(data, [], dates) ? [data, dates, [], []] : library.serialize(data)
  }
  return serializer
}

/** Tells whether JSON has every value but dates, and adds the paths of those. */
function isPlain(value: unknown, path: (string | number)[], dates: Paths): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true
    case 'number':
      return !Number.isNaN(value)
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      path.push(index)
      // The library keeps undefined as an array's value.
      if (one === undefined || !isPlain(one, path, dates)) return false
      path.pop()
    }
    return true
  }
  if (value instanceof Date) {
    dates.push([STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES.DATE, ...path])
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name in value) {
    path.push(name)
    // The library would set the prototype of its copy.
    if (name === '__proto__') return false
    if (!isPlain((value as Record<string, unknown>)[name], path, dates)) return false
    path.pop()
  }
  return true
}
