import { pictureMaxBytes, pictureText, pictureTypes } from '#/kernel/pictures.ts'

const mostPixels = 1600

/**
 * Makes a photo small enough to send from a phone, without what the camera wrote into it. Throws a sentence for the screen if
 * the file can't be used.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (!pictureTypes.split(',').includes(file.type)) throw new Error(pictureText['picture.wrong_kind'])
  const small = await redraw(file).catch(() => null)
  if (small) return small
  if (file.size > pictureMaxBytes) throw new Error(pictureText['picture.too_large'])
  return file
}

async function redraw(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, mostPixels / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
