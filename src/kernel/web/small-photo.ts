import { decodePicture, smallerSize } from './decode-picture.ts'

/** Tried in this order, until the photo is small enough. */
const attempts = [
  { side: 1280, quality: 0.8 },
  { side: 1280, quality: 0.6 },
  { side: 960, quality: 0.6 },
  { side: 640, quality: 0.5 },
] as const

/**
 * Redraws a photo small enough for a bad network, in at most `most` characters. Returns a JPG as base64, or null if the
 * browser can't read the file.
 */
export async function smallPhoto(file: File, most: number): Promise<string | null> {
  const picture = await decodePicture(file).catch(() => null)
  if (!picture) return null
  try {
    for (const { side, quality } of attempts) {
      const size = smallerSize(picture.width, picture.height, side)
      const canvas = Object.assign(document.createElement('canvas'), size)
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const photo = canvas.toDataURL('image/jpeg', quality).replace(/^data:image\/jpeg;base64,/, '')
      if (photo.length <= most) return photo
    }
    return null
  } finally {
    picture.close()
  }
}
