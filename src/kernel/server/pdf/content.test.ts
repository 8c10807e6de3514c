import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makePdf, pdfOf } from '#/kernel/server/document.factory.ts'
import { isActive } from './content.ts'

const usual = '/Type /ObjStm /Filter /FlateDecode'
function pack(text: string, { dictionary = usual, packed = true, keyword = 'stream\n', twice = false } = {}) {
  const plain = Buffer.from(`5 0 ${text}`, 'latin1')
  const once = packed ? deflateSync(plain) : plain
  const data = twice ? deflateSync(once) : once
  return makePdf(
    `<< ${dictionary} /N 1 /First 4 /Length ${data.length} >>\n${keyword}${data.toString('latin1')}\nendstream`,
  )
}
/** Packs objects under the numbers from 5 on. */
function packs(objects: string[]) {
  let offset = 0
  const head = objects.map((object, index) => {
    const pair = `${index + 5} ${offset}`
    offset += object.length + 1
    return pair
  })
  const first = head.join(' ').length + 1
  const data = deflateSync(Buffer.from(`${head.join(' ')} ${objects.join(' ')}`, 'latin1'))
  return makePdf(
    `<< ${usual} /N ${objects.length} /First ${first} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`,
  )
}
const opening = (action: string) => pdfOf([`<< /Type /Catalog ${action} >>`])
const goTo = '<< /S /GoTo /D [3 0 R /Fit] >>'
const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

test.each([
  ['a script, in other letters', makePdf('<< /S /J#61vaScript >>')],
  ['a script, wholly in codes', makePdf('<< /S /#4A#61#76#61#53#63#72#69#70#74 >>')],
  ['a script without its kind', makePdf('<< /JS(1) >>')],
  ['a script without its kind, in codes', makePdf('<< /#4aS 5 0 R >>')],
  ['a program', makePdf('<< /S /Launch /F (calc.exe) >>')],
  ['an attachment', makePdf('<< /Type /Embedded#46ile >>')],
  ['attachments', makePdf('<< /Names << /EmbeddedFiles 5 0 R >> >>')],
  ['a film', makePdf('<< /Subtype /RichMedia >>')],
  ['a form that is sent', makePdf('<< /S /SubmitForm /F (https://x.example) >>')],
  ['data that is read in', makePdf('<< /S /ImportData /F (x.fdf) >>')],
  ['a form of XML', makePdf('<< /AcroForm << /XFA 5 0 R >> >>')],
  ['an address that opens by itself', opening('/OpenAction << /S /URI /URI (https://x.example) >>')],
  ['an action on opening, elsewhere', opening('/OpenAction 5 0 R')],
  ['an action on opening, in codes', opening('/Open#41ction<</S/URI/URI(https://x.example)>>')],
  [
    'an action on opening that has two meanings',
    pdfOf([
      '<< /Type /Catalog /OpenAction 2 0 R >>',
      goTo,
      `${goTo}\nendobj\n2 %x\n0 obj << /S /URI /URI (https://x.example) >>`,
    ]),
  ],
  [
    'an action on opening with another behind it',
    opening('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>'),
  ],
  ['an action on opening in another file', opening('/OpenAction << /S /GoToR /F (x.pdf) /D [0 /Fit] >>')],
  ['an action on opening in a pack', pack('<< /OpenAction 6 0 R >>')],
  ['an action on opening whose kind is in codes', opening('/OpenAction << /S /#55RI /D [3 0 R /Fit] >>')],
  ['an action on closing a page', opening('/AA << /C 5 0 R >>')],
  ['a script in a pack of objects', pack(script)],
  ['a script in a pack of objects, in codes', pack('<< /S /J#61vaScript >>')],
  ['an action in a pack of objects', pack('<< /AA 5 0 R >>')],
  ['a script in a pack under another type', pack(script, { dictionary: '/Filter /FlateDecode' })],
  ['a script in a pack, in codes of names', pack(script, { dictionary: '/Type /Obj#53tm /#46ilter /Fl' })],
  ['a short name in a pack that is not packed', pack('<< /AA 5 0 R >>', { dictionary: '', packed: false })],
  ['a script behind a string that looks like an object', pack(script, { dictionary: `${usual} /X ( obj)` })],
  ['a script behind a comment that looks like an object', pack(script, { dictionary: `${usual} % obj\n` })],
  ['a script in a pack behind a keyword with a blank', pack(script, { keyword: 'stream \n' })],
  ['a script in a pack behind a keyword with a comment', pack(script, { keyword: 'stream%hello\r\n' })],
  ['a script in a pack behind a keyword without a line break', pack(script, { keyword: 'stream' })],
  [
    'a script in a pack whose filter is shortened',
    pack(script, { dictionary: '/Type /ObjStm /F /FlateDecode' }),
  ],
  [
    'a pack that is deflated twice',
    pack(script, { dictionary: '/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', twice: true }),
  ],
  ['a pack that is packed twice', pack('x', { dictionary: '/Filter [/ASCIIHexDecode /FlateDecode]' })],
  ['a pack that is encrypted', pack('x', { dictionary: '/Filter /FlateDecode', packed: false })],
  ['a pack of more than can be looked at', pack('x'.repeat(17_000_000))],
])('%s is found', async (_what, pdf) => {
  expect(await isActive(pdf)).toBe(true)
})

test.each([
  ['a plain one', makePdf()],
  ['a place to open at', opening('/OpenAction [3 0 R /XYZ null null 0]')],
  ['a place to open at, as an action', opening(`/OpenAction ${goTo}`)],
  [
    'a place to open at, as LaTeX writes it',
    opening('/OpenAction<</Type/Action/S/GoTo/D[3 0 R/XYZ null null 0]>>'),
  ],
  ['a named place to open at', opening('/OpenAction << /D (Chapter.1) /S /GoTo >>')],
  ['a place to open at, in an object', pdfOf(['<< /Type /Catalog /OpenAction 2 0 R >>', goTo])],
  [
    'a list of a place to open at, in an object',
    pdfOf(['<< /Type /Catalog /OpenAction 2 0 R >>', '[3 0 R /Fit]']),
  ],
  ['a place to open at, in a pack', packs(['<< /Type /Catalog /OpenAction 6 0 R >>', goTo])],
  ['a link to click', makePdf('<< /Subtype /Link /A << /S /URI /URI (https://x.example) >> >>')],
  ['names that begin alike', makePdf('<< /JSON 1 /AAB 2 /Launcher 3 /JavaScripts 4 /OpenActions 5 >>')],
  ['short names by chance in packed data', makePdf('<< /Length 9 >>\nstream\n/AA /JS x\nendstream')],
  ['a pack of plain objects', pack('<< /Type /Page >>')],
  [
    'a picture behind a list of contents',
    makePdf('<< /First 5 0 R >>\nendobj\n9 0 obj\n<< >>\nstream\nx\nendstream'),
  ],
])('%s is not', async (_what, pdf) => {
  expect(await isActive(pdf)).toBe(false)
})

test('a file made to be slow is checked in a moment', async () => {
  const begun = performance.now()
  for (const piece of [
    'stream\n',
    '/ObjStm stream\n',
    '/J#61',
    ' obj << /First stream\n',
    '/OpenAction [',
    '/OpenAction 5 0 R ',
    '/OpenAction << /S /GoTo /D [ ',
    '5 0 obj ',
    'endstream ',
  ])
    await isActive(makePdf(piece.repeat(5_000_000 / piece.length)))
  await isActive(pdfOf(['/OpenAction 2 0 R '.repeat(250_000), goTo]))
  expect(performance.now() - begun).toBeLessThan(10_000)
})
