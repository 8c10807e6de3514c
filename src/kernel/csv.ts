/** Spreadsheet programs run cells that begin like this as formulas. */
const formula = /^'*[=+\-@\t\r]/

/** Makes a cell plain text for such programs; `unescapeCell` reverses it. */
export const escapeCell = (text: string): string => (formula.test(text) ? `'${text}` : text)
export const unescapeCell = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

/** Excel reads these. A line break of any kind needs quotation marks, also where it isn't the one that ends lines. */
export const csvForSpreadsheets = { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ }
