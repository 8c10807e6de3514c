import { refuseRequest } from '#/kernel/errors.ts'
import { pictureMaxBytes, pictureMaxPixels, refusePicture } from '#/kernel/pictures.ts'
import { Crowded, turns } from '#/kernel/server/turns.ts'
import { hidesAnother, kindOf } from './file-kinds.ts'

/** Only pixels, upright, and no larger than it is shown. */
export type Picture = { webp: Buffer; width: number; height: number }

const longestSide = 1200
const secondsToDecode = 10

/**
 * Reads an uploaded picture, whatever its name says, and redraws it. Only its pixels survive: no metadata (where a
 * photo was taken), no second file behind the image, no script.
 */
export async function readPicture(file: Blob): Promise<Picture> {
  if (file.size > pictureMaxBytes) refusePicture('picture.too_large')
  const bytes = Buffer.from(await file.arrayBuffer())
  if (kindOf(bytes) !== 'picture') refusePicture('picture.wrong_kind')
  if (hidesAnother(bytes, 'picture')) refusePicture('picture.hides_another')
  return redrawInTurn(bytes, longestSide)
}

/**
 * Bounds the memory for decoding, and leaves threads for hashing passwords. Each waiting picture holds up to 5 MB;
 * further back, nobody would wait long enough.
 */
const inTurn = turns(2, 20)

export async function redrawInTurn(bytes: Buffer, longest: number): Promise<Picture> {
  try {
    return await inTurn(() => redraw(bytes, longest))
  } catch (error) {
    if (error instanceof Crowded) refuseRequest('request.unavailable')
    throw error
  }
}

async function redraw(bytes: Buffer, longest: number): Promise<Picture> {
  const sharp = await loadSharp()
  const options = { limitInputPixels: pictureMaxPixels, failOn: 'error' as const }
  const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => refusePicture('picture.damaged'))
  if (width * height > pictureMaxPixels) refusePicture('picture.too_many_pixels')
  const { data, info } = await sharp(bytes, options)
    .timeout({ seconds: secondsToDecode })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => refusePicture('picture.damaged'))
  return { webp: data, width: info.width, height: info.height }
}

/** Redraws a stored picture as a JPEG, which PDFs can hold; null if it can't be read. */
export function jpegOf(bytes: Buffer, longest: number): Promise<Buffer | null> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    return sharp(bytes, { limitInputPixels: pictureMaxPixels })
      .timeout({ seconds: secondsToDecode })
      .resize({ width: longest, height: longest, fit: 'inside' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer()
      .catch(() => null)
  })
}

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
