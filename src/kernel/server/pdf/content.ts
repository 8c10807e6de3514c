import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unpack = promisify(inflate)

/** Matches a PDF name in any spelling: each letter may be written as `#` and its code. */
function nameOf(word: string): string {
  const letters = [...word].map((letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  })
  return `/${letters.join('')}(?=[\\s\\0()<>[\\]{}/%]|$)`
}
const anyOf = (...words: string[]) => new RegExp(words.map(nameOf).join('|'))

/** Names of anything that readers run, send or unpack, long enough not to appear in packed data by chance. */
const active = anyOf(
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'SubmitForm',
  'ImportData',
)
/** Too short for that, so searched for only among names. */
const activeInShort = anyOf('JS', 'AA', 'XFA')
/** An array is a place to open at; anything else may be an action. */
const onOpening = new RegExp(`${nameOf('OpenAction')}(?!\\s*\\[)`, 'g')

const place = String.raw`(?:\[[^\][<>()]{0,200}\]|/[^\s\0()<>[\]{}/%]{1,200}|\([^()\\]{0,200}\)|<[\da-fA-F\s]{0,400}>|\d+ \d+ R)`
/** An action that only goes to a place in the file, in plain spelling and with no other after it. */
const goesToPlace = new RegExp(
  String.raw`^\s*<<\s*(?:(?:/S\s*/GoTo|/Type\s*/Action|/D\s*${place})\s*){1,3}>>`,
)
const reference = /^\s*(\d{1,7})\s+(\d{1,5})\s+R\b/

/** A line break should follow at once; readers also accept blanks and comments before it. */
const streamBegins = /(?<!end)stream[^\r\n]{0,200}(?:\r\n|\n|\r)/g
/** Objects are packed in streams of this type; a few readers look only for the second name. */
const packOfObjects = anyOf('ObjStm')
const packByItsKeys = anyOf('First')
const everyPack = new RegExp(packOfObjects, 'g')
/** A pack begins, once unpacked, with its first object's number and position. */
const header = /^[\s\0]*\d+[\s\0]+\d+[\s\0]/
/** Real files of our size have a few hundred packs, with a few megabytes in them. */
const packsAtMost = 1_000
const unpackAtMost = 16 * 1024 * 1024

/**
 * Returns whether a PDF runs, sends or carries something, by names in plain sight, however they are spelled, or in a
 * pack of objects. A pack that can't be read (encrypted, packed twice or too large) counts as active. It doesn't see
 * what a reader does by mistake, nor links that a person clicks.
 */
export async function isActive(pdf: Buffer): Promise<boolean> {
  const text = pdf.toString('latin1')
  if (active.test(text)) return true
  if (activeInShort.test(outsideStreams(text))) return true
  let left = unpackAtMost
  let packs = 0
  let named = 0
  let before = 0
  const packed: Pack[] = []
  for (const { index, 0: keyword } of text.matchAll(streamBegins)) {
    const preceding = text.slice(before, index)
    before = index + keyword.length
    const isPack = packOfObjects.test(preceding)
    // If ` obj` is in a string or comment, this begins too late and misses what comes before.
    const cut = preceding.slice(preceding.lastIndexOf(' obj') + 1)
    if (!isPack && !packByItsKeys.test(cut)) continue
    if (isPack) named++
    const dictionary = isPack ? preceding : cut
    const end = text.indexOf('endstream', before)
    const bytes = pdf.subarray(before, end < 0 ? undefined : end)
    const objects = ++packs > packsAtMost ? undefined : await objectsIn(bytes, dictionary, left)
    if (objects === undefined) return true
    left -= objects.length
    if ([active, activeInShort].some((names) => names.test(objects))) return true
    packed.push({ objects, first: Number(/\/First\s+(\d{1,7})/.exec(dictionary)?.[1]) })
  }
  if (actsOnOpening(text, packed)) return true
  // Readers that look elsewhere find packs that we don't.
  return (text.match(everyPack)?.length ?? 0) > named
}

/** A file has one for each time it was saved anew, so more were made to be slow. */
const openingsAtMost = 20

type Pack = { objects: string; first: number }

/** Tells whether opening does anything but go to a place in the file, as LaTeX and Acrobat write it. */
function actsOnOpening(text: string, packs: readonly Pack[]): boolean {
  const openings = [text, ...packs.map(({ objects }) => objects)].flatMap((written) =>
    [...written.matchAll(onOpening)].map(({ index, 0: name }) =>
      written.slice(index + name.length, index + name.length + 1000),
    ),
  )
  if (openings.length > openingsAtMost) return true
  for (const value of openings) {
    if (goesToPlace.test(value)) continue
    const [, number, generation] = reference.exec(value) ?? []
    if (number === undefined) return true
    const found = objectsOf({ text, packs }, number, generation!)
    const isPlace = (object: string) => goesToPlace.test(object) || /^\s*\[/.test(object)
    if (found.length === 0 || !found.every(isPlace)) return true
  }
  return false
}

/** Returns how everything with this number begins. Which of several counts is up to the reader. */
function objectsOf(
  { text, packs }: { text: string; packs: readonly Pack[] },
  number: string,
  generation: string,
): string[] {
  const blank = String.raw`(?:[\s\0]|%[^\r\n]{0,200}[\r\n])+`
  const head = new RegExp(`(?<!\\d)0*${Number(number)}${blank}0*${Number(generation)}${blank}obj`, 'g')
  const plain = [...text.matchAll(head)].map(({ index, 0: { length } }) =>
    text.slice(index + length, index + length + 1000),
  )
  const inPacks = packs.flatMap(({ objects, first }) => {
    const numbers = objects.slice(0, first).match(/\d+/g) ?? []
    return numbers.flatMap((one, at) =>
      at % 2 === 0 && Number(one) === Number(number)
        ? [objects.slice(first + Number(numbers[at + 1])).slice(0, 1000)]
        : [],
    )
  })
  return [...plain, ...inPacks]
}

function outsideStreams(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let end = 0; end >= 0; ) {
    const begin = text.indexOf('stream', from)
    parts.push(text.slice(from, begin < 0 ? undefined : begin))
    if (begin < 0) break
    end = text.indexOf('endstream', begin)
    from = end + 'endstream'.length
  }
  return parts.join(' ')
}

const filtered = anyOf('Filter')
const filteredOtherwise = anyOf(
  'DecodeParms',
  'LZWDecode',
  'ASCIIHexDecode',
  'ASCII85Decode',
  'RunLengthDecode',
  'Crypt',
)

/** Returns the text of the objects; undefined if it can't be read within `most` bytes. */
async function objectsIn(packed: Buffer, dictionary: string, most: number): Promise<string | undefined> {
  if (filteredOtherwise.test(dictionary) || most <= 0) return undefined
  const bytes = filtered.test(dictionary)
    ? await unpack(packed, { maxOutputLength: most }).catch(() => undefined)
    : packed
  const objects = bytes?.toString('latin1')
  // Anything else is packed again, or by a filter under another name.
  return objects !== undefined && header.test(objects) ? objects : undefined
}
