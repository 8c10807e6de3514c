/** A file's text, and how its letters were read if that is a guess. */
export type CsvText = { text: string; guessed: 'Windows-1252' | null }

/**
 * Reads a CSV file's letters as spreadsheets save them: UTF-8, UTF-16 with its mark ("Unicode text"), or the encoding of Western
 * Windows, in which any bytes make a text, so that a person has to look at it.
 */
export async function readCsvFile(file: Blob): Promise<CsvText> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const marks = bytes[0]! * 256 + bytes[1]!
  if (marks === 0xfffe) return { text: new TextDecoder('utf-16le').decode(bytes), guessed: null }
  if (marks === 0xfeff) return { text: new TextDecoder('utf-16be').decode(bytes), guessed: null }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: null }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: 'Windows-1252' }
  }
}
