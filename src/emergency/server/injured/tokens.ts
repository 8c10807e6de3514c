import { createHash, randomBytes } from 'node:crypto'

/** The database knows links by this alone. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')
