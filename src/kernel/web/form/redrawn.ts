import { pictureMaxChosenBytes, pictureTypes } from '#/kernel/pictures.ts'

/** Longest sides in pixels. The server keeps documents larger than pictures, so that small print stays readable. */
export const longestSides = { picture: 2048, document: 2400 } as const

/** A picture up to this is sent as it is: redrawing would cost quality and save little. */
const lightBytes = 1024 * 1024

type Chosen = { readonly name: string; readonly type: string; readonly size: number }

/** Recognizes iPhones' format. Some systems give such files no type. */
export const isHeic = ({ name, type }: Chosen): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))

/** Tells whether a file is redrawn before it is sent: a heavy picture, or one of a kind that the server doesn't take. */
export function isRedrawn(file: Chosen): boolean {
  if (file.size > pictureMaxChosenBytes) return false
  if (isHeic(file)) return true
  return file.type.startsWith('image/') && (file.size > lightBytes || !isTaken(file.type))
}

const isTaken = (type: string) => pictureTypes.split(',').includes(type)

/** Returns the size at which a picture's longest side is at most `longest`, with the same proportions. */
export function smallerSize(width: number, height: number, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
