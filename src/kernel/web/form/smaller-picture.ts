import { decodePicture, isHeic, smallerSize } from '#/kernel/web/decode-picture.ts'
import { isRedrawn, longestSides } from './redrawn.ts'

/**
 * Redraws a heavy picture upright and small enough to send, without what the camera wrote into it. Returns the file
 * itself if it is small enough, isn't a picture, or can't be read here. Browsers decode and encode on other threads.
 */
export async function smallerPicture(file: File, longest: number = longestSides.picture): Promise<File> {
  if (!isRedrawn(file)) return file
  const small = await redrawn(file, longest).catch(() => null)
  return small && (small.size < file.size || !isOrdinary(file)) ? small : file
}

const isOrdinary = ({ type }: File) => type === 'image/jpeg' || type === 'image/png' || type === 'image/webp'

const mayBeTransparent = (file: File) => file.type !== 'image/jpeg' && !isHeic(file)

async function redrawn(file: File, longest: number): Promise<File> {
  const picture = await decodePicture(file)
  try {
    const canvas = Object.assign(
      document.createElement('canvas'),
      smallerSize(picture.width, picture.height, longest),
    )
    const pen = canvas.getContext('2d')!
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob =
      (mayBeTransparent(file) && (await encoded(canvas, 'image/webp'))) || (await onWhite(canvas, pen))
    const name = `${file.name.replace(/\.\w+$/, '')}.${blob.type === 'image/webp' ? 'webp' : 'jpg'}`
    return new File([blob], name, { type: blob.type, lastModified: file.lastModified })
  } finally {
    picture.close()
  }
}

/** Returns null if the browser can't write this type, as Safari can't write WebP. */
const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) =>
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, 0.85),
  )

/** Makes a JPG, which has no transparency. */
async function onWhite(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): Promise<Blob> {
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const blob = await encoded(canvas, 'image/jpeg')
  if (!blob) throw new Error('The browser can’t write a JPG')
  return blob
}
