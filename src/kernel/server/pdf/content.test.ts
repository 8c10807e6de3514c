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
const opening = (action: string) => pdfOf([`<< /Type /Catalog ${action} >>`])
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
    'endstream ',
  ])
    await isActive(makePdf(piece.repeat(5_000_000 / piece.length)))
  expect(performance.now() - begun).toBeLessThan(10_000)
})
