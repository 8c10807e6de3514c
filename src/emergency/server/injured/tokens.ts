import { createHash, randomBytes } from 'node:crypto'

/** Returns a token's hash, the only form that the database has. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')
