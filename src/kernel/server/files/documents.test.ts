import { deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { documentMaxBytes } from '#/kernel/documents.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { readDocument } from './documents.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'seagreen' } })
const bytesOf = (content: Buffer | string) => new Uint8Array(Buffer.from(content as string))
const fileOf = (content: Buffer | string, name = 'licence.pdf', type = 'application/pdf') =>
  new File([bytesOf(content)], name, { type })

/** Makes an archive as zip programs do: one entry, a directory, the record at the end. */
function zip(content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(31)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(1, 26)
  local.write('a', 30)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  return Buffer.concat([local, packed, end])
}

test('a PDF is kept byte for byte, under its owner’s name for it', async () => {
  const pdf = makePdf()
  expect(await readDocument(fileOf(pdf, 'C:\\papers\\KVC "2019"\u202e.pdf'))).toEqual({
    name: 'KVC 2019.pdf',
    content: pdf,
    contentType: 'application/pdf',
    width: null,
    height: null,
  })
})

const xmp = (text: string) =>
  `<< /Type /Metadata /Subtype /XML >>\nstream\n<?xpacket begin="" id="W5M0"?><x:xmpmeta>${text}</x:xmpmeta><?xpacket end="w"?>\nendstream`

test.each([
  ['a byte order mark', '\xef\xbb\xbf', ''],
  ['a line break', '\r\n', ''],
  [
    'the head of a mail’s part',
    `Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\n`,
    '',
  ],
  ['zeros behind it', '', '\0'.repeat(2048)],
])('a PDF with %s is taken, without what stands before it', async (_what, before, behind) => {
  const pdf = Buffer.concat([makePdf(), Buffer.from(behind, 'latin1')])
  const { content } = await readDocument(fileOf(Buffer.concat([Buffer.from(before, 'latin1'), pdf])))
  expect(content.equals(pdf)).toBe(true)
})

test('a PDF’s metadata may quote a page’s tags', async () => {
  const pdf = makePdf(xmp('<dc:description><html lang="en"><svg>Vaccination</svg></html></dc:description>'))
  expect((await readDocument(fileOf(pdf))).content.equals(pdf)).toBe(true)
})

test('a file without a readable name is a document', async () => {
  expect(await readDocument(fileOf(makePdf(), '\u0007 '))).toMatchObject({ name: 'document' })
  expect((await readDocument(fileOf(makePdf(), `${'ü'.repeat(300)}.pdf`))).name).toHaveLength(120)
})

test('a picture of a document is redrawn, large enough to read small print', async () => {
  const photo = await plain(4000, 3000)
    .jpeg()
    .withExif({ IFD0: { Model: 'Secret phone' } })
    .toBuffer()
  const { content, contentType, width, height } = await readDocument(fileOf(photo, 'photo.jpg', 'image/jpeg'))
  expect({ contentType, width, height }).toEqual({ contentType: 'image/webp', width: 2400, height: 1800 })
  expect(content.includes('Secret phone')).toBe(false)
})

test.each([
  ['a text named .pdf', 'wrong_kind', () => 'hello'],
  [
    'an SVG with a script',
    'wrong_kind',
    () => '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  ],
  ['a web page before a PDF', 'hides_another', () => `<html><script>alert(1)</script>${makePdf()}`],
  ['a PDF after more than readers skip', 'wrong_kind', () => `${' '.repeat(1024)}${makePdf()}`],
  ['a GIF that is also a script', 'wrong_kind', () => 'GIF89a/*\x00*/=1;alert(1)'],
  ['an archive, a bomb or not', 'wrong_kind', () => zip(Buffer.alloc(50_000_000))],
  ['nothing', 'wrong_kind', () => ''],
  ['a PDF cut short', 'damaged', () => makePdf().subarray(0, 60)],
  ['a PDF that is also a web page', 'hides_another', () => makePdf('<script>alert(1)</script>')],
  ['a script in a PDF’s metadata', 'hides_another', () => makePdf(xmp('<script>alert(1)</script>'))],
  ['a web page behind a PDF’s metadata', 'hides_another', () => makePdf(`${xmp('')}<html>`)],
  ['metadata that doesn’t end', 'hides_another', () => makePdf('<?xpacket begin="" id=""?><html>')],
  ['a PDF that is also an archive', 'hides_another', () => Buffer.concat([makePdf(), zip(Buffer.from('x'))])],
  ['a PDF that runs a program', 'active', () => makePdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
  ['a PDF that carries another file', 'active', () => makePdf('<< /Type /EmbeddedFile >>')],
  ['more than 5 MB', 'too_large', () => Buffer.concat([makePdf(), Buffer.alloc(documentMaxBytes)])],
])('%s is refused', async (_what, reason, make) => {
  await expect(readDocument(fileOf(make()))).rejects.toMatchObject({ code: `document.${reason}` })
})

test.each([
  [
    'a picture that is also an archive',
    'hides_another',
    async () => [await plain(9, 9).jpeg().toBuffer(), zip(Buffer.from('x'))],
  ],
  [
    'a picture that is also a PDF',
    'hides_another',
    async () => [await plain(9, 9).png().toBuffer(), makePdf()],
  ],
  [
    'a picture that is also a web page',
    'hides_another',
    async () => [await plain(9, 9).webp().toBuffer(), Buffer.from('<script>1</script>')],
  ],
  [
    'a picture cut short',
    'damaged',
    async () => [(await plain(900, 900).jpeg().toBuffer()).subarray(0, 300)],
  ],
  [
    '100 megapixels in a small file',
    'too_many_pixels',
    async () => [await plain(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer()],
  ],
])('%s is refused', async (_what, reason, make) => {
  const file = fileOf(Buffer.concat(await make()), 'licence.jpg', 'image/jpeg')
  expect(file.size).toBeLessThan(documentMaxBytes)
  await expect(readDocument(file)).rejects.toMatchObject({ code: `document.${reason}` })
})

test('a PDF’s packed stream is never unpacked, however much is in it', async () => {
  const bomb = makePdf(
    `stream\n${deflateSync(Buffer.alloc(400_000_000), { level: 9 }).toString('latin1')}\nendstream`,
  )
  const before = process.memoryUsage().rss
  const { content } = await readDocument(fileOf(bomb))
  expect(content).toHaveLength(bomb.length)
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test('data that a camera appends to a picture isn’t a second file', async () => {
  const film = Buffer.concat([
    await plain(30, 20).jpeg().toBuffer(),
    Buffer.from('ftypmp42 moov PK\x05\x06'),
    Buffer.alloc(200, 7),
  ])
  await expect(readDocument(fileOf(film, 'motion.jpg'))).resolves.toMatchObject({ width: 30 })
})
