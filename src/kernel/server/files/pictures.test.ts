import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureMaxBytes } from '#/kernel/pictures.ts'
import { readPicture } from './pictures.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'seagreen' } })

const fileOf = (content: Buffer | string, name = 'photo.jpg') =>
  new File([new Uint8Array(Buffer.from(content as string))], name, { type: 'image/jpeg' })

test.each([
  ['a JPG', () => plain(300, 200).jpeg().toBuffer()],
  ['a PNG', () => plain(300, 200).png().toBuffer()],
  ['a WebP', () => plain(300, 200).webp().toBuffer()],
  ['a CMYK JPG', () => plain(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
])('%s becomes a WebP of the same size', async (_kind, make) => {
  const { webp, width, height } = await readPicture(fileOf(await make()))
  expect({ width, height }).toEqual({ width: 300, height: 200 })
  expect(await sharp(webp).metadata()).toMatchObject({
    format: 'webp',
    width: 300,
    height: 200,
    space: 'srgb',
  })
})

test('a large picture is made smaller, and keeps its proportions', async () => {
  const { width, height } = await readPicture(fileOf(await plain(3000, 2000).jpeg().toBuffer()))
  expect({ width, height }).toEqual({ width: 1200, height: 800 })
})

test('where and how a photo was taken is removed, and it is upright', async () => {
  const sideways = await plain(400, 300)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Model: 'Secret phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf/></x:xmpmeta>')
    .toBuffer()
  expect((await sharp(sideways).metadata()).orientation).toBe(6)
  const { webp, width, height } = await readPicture(fileOf(sideways))
  expect({ width, height }).toEqual({ width: 300, height: 400 })
  const { exif, xmp, icc, iptc, orientation } = await sharp(webp).metadata()
  expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
  expect(webp.includes('Secret phone')).toBe(false)
})

test.each([
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a web page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n1 0 obj'],
  ['a GIF that is also a script', 'GIF89a/*\x00*/=1;alert(1)'],
  ['nothing', ''],
])('%s is refused under any name and type', async (_kind, content) => {
  await expect(readPicture(fileOf(content))).rejects.toMatchObject({ code: 'picture.wrong_kind' })
})

test('a web page that begins like a picture is refused', async () => {
  const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')])
  await expect(readPicture(fileOf(disguised))).rejects.toMatchObject({ code: 'picture.hides_another' })
})

test.each([
  ['an archive', 'PK\x05\x06\0\0\0\0\x01\0\x01\0\x2f\0\0\0\x00\0\0\0\0\0'],
  ['a script', '<script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7'],
])('a picture with %s behind it is refused', async (_what, behind) => {
  const picture = await plain(30, 20).jpeg().toBuffer()
  const polyglot = Buffer.concat([picture, Buffer.from(behind, 'latin1')])
  await expect(readPicture(fileOf(polyglot))).rejects.toMatchObject({ code: 'picture.hides_another' })
})

test('nothing that a camera puts behind its picture is kept', async () => {
  const picture = await plain(30, 20).jpeg().toBuffer()
  const { webp } = await readPicture(fileOf(Buffer.concat([picture, Buffer.from('ftypmp42 a film')])))
  expect(webp.includes('film')).toBe(false)
})

test('a truncated picture is refused', async () => {
  const noise = sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
  const whole = await noise.jpeg().toBuffer()
  await expect(readPicture(fileOf(whole.subarray(0, whole.length / 2)))).rejects.toMatchObject({
    code: 'picture.damaged',
  })
})

test.each([
  ['50', 8192, 6144],
  ['48, turned', 8064, 6048],
])('a phone’s photo of %s megapixels is taken', async (_what, width, height) => {
  const turned = width === 8064
  const photo = await plain(width, height)
    .jpeg()
    .withMetadata({ orientation: turned ? 6 : 1 })
    .toBuffer()
  const read = await readPicture(fileOf(photo))
  expect([read.width, read.height]).toEqual(turned ? [900, 1200] : [1200, 900])
})

test('a small file of 100 megapixels is refused without unpacking it', async () => {
  const bomb = fileOf(await plain(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer())
  expect(bomb.size).toBeLessThan(pictureMaxBytes)
  const started = performance.now()
  await expect(readPicture(bomb)).rejects.toMatchObject({ code: 'picture.too_many_pixels' })
  expect(performance.now() - started).toBeLessThan(1000)
})

test('more than 5 MB is refused', async () => {
  const heavy = Buffer.concat([await plain(9, 9).jpeg().toBuffer(), Buffer.alloc(pictureMaxBytes)])
  await expect(readPicture(fileOf(heavy))).rejects.toMatchObject({ code: 'picture.too_large' })
})

test('many pictures at once all succeed', async () => {
  const file = fileOf(await plain(800, 600).jpeg().toBuffer())
  const read = await Promise.all(Array.from({ length: 12 }, () => readPicture(file)))
  expect(read.map(({ width }) => width)).toEqual(Array(12).fill(800))
})

test('of very many at once some must try again, and later ones succeed', async () => {
  const file = fileOf(await plain(800, 600).jpeg().toBuffer())
  const read = await Promise.allSettled(Array.from({ length: 40 }, () => readPicture(file)))
  const refused = read.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(40 - 22)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'request.unavailable' })
  await readPicture(file)
})
