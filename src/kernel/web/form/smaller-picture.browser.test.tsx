import { expect, test } from 'vitest'
import { heavyPhoto, heicFile, pictureFile } from '#/app/testing/browser/files.ts'
import { smallerPicture } from './smaller-picture.ts'

/** Says in a photo's metadata that the camera was turned, so that it must be shown a quarter turn clockwise. */
async function turned(photo: File): Promise<File> {
  const words = new TextEncoder().encode('Exif\0\0MM\0*')
  const tags = [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const head = [0xff, 0xe1, 0, 2 + words.length + tags.length]
  const parts = [photo.slice(0, 2), Uint8Array.from(head), words, Uint8Array.from(tags), photo.slice(2)]
  return new File(parts, photo.name, { type: photo.type })
}

async function look(photo: File) {
  const picture = await createImageBitmap(photo)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0)
  const colourAt = (x: number, y: number) => {
    const [red = 0, , blue = 0] = pen.getImageData(x * picture.width, y * picture.height, 1, 1).data
    return red > blue ? 'red' : 'blue'
  }
  return { width: picture.width, height: picture.height, colourAt }
}

test('a phone’s photo of 12 megapixels becomes small', async () => {
  const photo = await heavyPhoto(4000, 3000)
  expect(photo.size).toBeGreaterThan(5 * 1024 * 1024)
  const small = await smallerPicture(photo)
  expect(small).toMatchObject({ name: 'IMG_0001.jpg', type: 'image/jpeg', lastModified: photo.lastModified })
  expect(small.size).toBeLessThan(photo.size / 3)
  const { width, height, colourAt } = await look(small)
  expect([width, height, colourAt(0.2, 0.5), colourAt(0.8, 0.5)]).toEqual([2048, 1536, 'red', 'blue'])
})

test('a photo with a turned camera is upright, and its metadata is gone', async () => {
  const photo = await turned(await heavyPhoto(4000, 3000))
  const small = await smallerPicture(photo)
  const { width, height, colourAt } = await look(small)
  // Turned clockwise, the left half is the upper one.
  expect([width, height, colourAt(0.5, 0.2), colourAt(0.5, 0.8)]).toEqual([1536, 2048, 'red', 'blue'])
  const text = new TextDecoder('latin1').decode(await small.slice(0, 4096).arrayBuffer())
  expect(text).not.toContain('Exif')
})

test('a PNG keeps its transparency', async () => {
  const canvas = new OffscreenCanvas(2600, 1300)
  const photo = await heavyPhoto(2000, 1300)
  canvas.getContext('2d')!.drawImage(await createImageBitmap(photo), 0, 0)
  const png = new File([await canvas.convertToBlob({ type: 'image/png' })], 'toy.png', { type: 'image/png' })
  const small = await smallerPicture(png)
  expect(small).toMatchObject({ name: 'toy.webp', type: 'image/webp' })
  const picture = await createImageBitmap(small)
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
  pen.drawImage(picture, 0, 0)
  expect(pen.getImageData(picture.width - 5, 5, 1, 1).data[3]).toBe(0)
})

test.each([
  ['with its type', heicFile()],
  ['without a type', heicFile('IMG_0002.HEIC', '')],
])('a HEIC photo %s becomes a JPG where the browser can’t decode it', async (_what, photo) => {
  await expect(createImageBitmap(photo)).rejects.toThrow()
  const small = await smallerPicture(photo)
  expect(small).toMatchObject({ name: 'IMG_0002.jpg', type: 'image/jpeg' })
  const { width, height, colourAt } = await look(small)
  expect([width, height, colourAt(0.2, 0.5), colourAt(0.8, 0.5)]).toEqual([128, 96, 'red', 'blue'])
})

test('a damaged HEIC photo stays as it is', async () => {
  const damaged = new File([await heicFile().slice(0, 300).arrayBuffer()], 'IMG_0003.HEIC', {
    type: 'image/heic',
  })
  expect(await smallerPicture(damaged)).toBe(damaged)
})

test('light pictures, other files and unreadable ones stay as they are', async () => {
  const broken = new File([new Uint8Array(3_000_000)], 'broken.jpg', { type: 'image/jpeg' })
  const pdf = new File([new Uint8Array(3_000_000)], 'bill.pdf', { type: 'application/pdf' })
  for (const file of [await pictureFile(), broken, pdf]) expect(await smallerPicture(file)).toBe(file)
})
