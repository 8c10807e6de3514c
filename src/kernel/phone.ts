/** As people write numbers: at most 15 digits, with a plus before and blanks, dots, dashes or brackets between. */
export function isPhoneNumber(text: string, { fewestDigits = 7, longest = 20 } = {}): boolean {
  const digits = text.replace(/\D/g, '').length
  return text.length <= longest && digits >= fewestDigits && digits <= 15 && /^\+?[\d\s().-]+$/.test(text)
}

/** A number as people write it, as a link that calls it. */
export function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`
}
