import { pictureMaxChosenBytes, pictureTypes } from '#/kernel/pictures.ts'
import { isHeic } from '#/kernel/web/decode-picture.ts'

/** Longest sides in pixels. The server keeps documents larger than pictures, so that small print stays readable. */
export const longestSides = { picture: 2048, document: 2400 } as const

/** A picture up to this is sent as it is: redrawing would cost quality and save little. */
const lightBytes = 1024 * 1024

type Chosen = { readonly name: string; readonly type: string; readonly size: number }

/** Tells whether a file is redrawn before it is sent: a heavy picture, or one of a kind that the server doesn't take. */
export function isRedrawn(file: Chosen): boolean {
  if (file.size > pictureMaxChosenBytes) return false
  if (isHeic(file)) return true
  return file.type.startsWith('image/') && (file.size > lightBytes || !isTaken(file.type))
}

const isTaken = (type: string) => pictureTypes.split(',').includes(type)
