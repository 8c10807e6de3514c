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
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  try {
    for (const { side, quality } of attempts) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(picture.width * scale))
      canvas.height = Math.max(1, Math.round(picture.height * scale))
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const photo = canvas.toDataURL('image/jpeg', quality).replace(/^data:image\/jpeg;base64,/, '')
      if (photo.length <= most) return photo
    }
    return null
  } finally {
    picture.close()
  }
}
