import { type Locator, page } from 'vitest/browser'

/** Makes a photo that the browser can read. */
export async function pictureFile(name = 'bruno.jpg', width = 640, height = 480): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width / 2, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}

/** Makes a photo as heavy as a phone's: noise doesn't compress. Its left half is red, its right half blue. */
export async function heavyPhoto(width = 4000, height = 3000, name = 'IMG_0001.JPG'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')!
  const tile = new ImageData(256, 256)
  for (let at = 0; at < tile.data.length; at += 65_536)
    crypto.getRandomValues(tile.data.subarray(at, at + 65_536))
  for (let at = 3; at < tile.data.length; at += 4) tile.data[at] = 90
  pen.fillStyle = 'red'
  pen.fillRect(0, 0, width / 2, height)
  pen.fillStyle = 'blue'
  pen.fillRect(width / 2, 0, width / 2, height)
  const noise = new OffscreenCanvas(256, 256)
  noise.getContext('2d')!.putImageData(tile, 0, 0)
  pen.fillStyle = pen.createPattern(noise, 'repeat')!
  pen.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })], name, {
    type: 'image/jpeg',
  })
}

/** 128 × 96 pixels, the left half red, the right one blue, by heif-enc. Chromium can't decode it. */
const heic =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAkZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAJqAAEAAAAAAAAAKwACAAAAAAKVAAEAAAAAAAAAFgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAABhWlwcnAAAAFgaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoBAgYWW6kkprm4EBAwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAIAAAABgAAAAEHBpeGkAAAAAAwgICAAAAHNodmNDAQQIAAAAAAAAAAAAHvAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAAADAJ/4AAADAAAeugJAIQABACdCAQEECAAAAwCf+AAAAwAAHsBAgYWW6kkprmwIAAADAAgAAAMACEAiAAEAB0QBwXKwIkAAAAAUaXNwZQAAAAAAAACAAAAAYAAAAA5waXhpAAAAAAEIAAAAJ2F1eEMAAAAAdXJuOm1wZWc6aGV2YzoyMDE1OmF1eGlkOjEAAAAAHWlwbWEAAAAAAAAAAgABA4ECgwACBIQFhocAAAAaaXJlZgAAAAAAAAAOYXV4bAACAAEAAQAAAEltZGF0AAAAJygBrxmA93yFN//4oYf+a1r/r8FeK1rv/9x2tfrbNf+HE9GnIW0xwAAAABIoAa4z4rDg9p+ijnDMiSWAL5A='

export const heicFile = (name = 'IMG_0002.HEIC', type = 'image/heic') =>
  new File([Uint8Array.fromBase64(heic)], name, { type })

export const textFile = (name: string, type = 'text/plain') => new File(['hello'], name, { type })

/** The file input within an element, or the page's first; it is hidden behind a button. */
export const fileInput = (within: ParentNode = document): Locator =>
  page.elementLocator(within.querySelector('input[type=file]')!)
