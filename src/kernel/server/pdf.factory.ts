import { inflateSync } from 'node:zlib'

/**
 * Reads the text of one of our PDFs as copying it would: each page's glyphs, decoded by their fonts. For tests; it
 * knows only the parts of the format that our documents use.
 */
export function textOfPdf(pdf: Buffer): string {
  const file = pdf.toString('latin1')
  const objects = new Map<number, string>()
  for (const [, id, body] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(Number(id), body!)
  const streamOf = (id: number): string => {
    const body = objects.get(id)!
    const start = body.indexOf('stream\n') + 7
    const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
    return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
  }
  const letters = new Map<string, Map<string, string>>()
  for (const body of objects.values())
    for (const [, font, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id)) ?? '')
      if (toUnicode) letters.set(font!, lettersIn(streamOf(Number(toUnicode[1]))))
    }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return pages
    .map((page) => textOf(streamOf(Number(/\/Contents (\d+) 0 R/.exec(page)![1])), letters))
    .join('\n')
}

function lettersIn(map: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, from, list] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [index, [, letter]] of [...list!.matchAll(/<(\w*(?: \w+)*)>/g)].entries()) {
      const glyph = (Number.parseInt(from!, 16) + index).toString(16).padStart(4, '0')
      found.set(glyph, Buffer.from(letter!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  return found
}

function textOf(content: string, letters: Map<string, Map<string, string>>): string {
  let text = ''
  let font = new Map<string, string>()
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = letters.get(name) ?? font
    else {
      const glyphs = [...shown!.matchAll(/<(\w+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
      text += glyphs.map((glyph) => font.get(glyph) ?? '\ufffd').join('')
    }
  }
  return text
}
