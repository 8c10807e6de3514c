import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Tests ignore a developer's own `.env`. */
export function givenSettings(environment: Record<string, string | undefined> = process.env) {
  const given = environment['NODE_ENV'] === 'test' ? environment : { ...dotEnv(), ...environment }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
}

function dotEnv(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}
