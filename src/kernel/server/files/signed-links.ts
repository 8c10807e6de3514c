import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#/kernel/server/keys.ts'
import { fileRoot, nameOf, type Upload } from './file-names.ts'

/** Long enough to look at a page and open its files, too short to pass on. */
const linkMinutes = 5

export type PrivateFile = Omit<Upload, 'is_private'>

/** Makes and checks URLs that open one private file for some minutes. */
export function linkSigner(secret: string) {
  const key = deriveKey(secret, 'file links')
  const signatureOf = (name: string, expires: string) =>
    createHmac('sha256', key).update(`${name}\n${expires}`).digest()

  return {
    linkTo({ id, content_type }: PrivateFile, now: Date): string {
      const name = nameOf({ id, content_type, is_private: true })
      const expires = String(Math.floor(now.getTime() / 1000) + linkMinutes * 60)
      const signature = signatureOf(name, expires).toString('base64url')
      return `${fileRoot}${name}?expires=${expires}&signature=${signature}`
    },

    opens(name: string, query: URLSearchParams, now: Date): boolean {
      const expires = query.get('expires') ?? ''
      const given = Buffer.from(query.get('signature') ?? '', 'base64url')
      const right = signatureOf(name, expires)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false
      return Number(expires) * 1000 > now.getTime()
    },
  }
}

export type LinkSigner = ReturnType<typeof linkSigner>
