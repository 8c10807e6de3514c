/** Replaces crypto.randomUUID, which browsers offer only on https and localhost. */
export function randomUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  hex[6] = `4${hex[6]![1]}`
  hex[8] = `8${hex[8]![1]}`
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
