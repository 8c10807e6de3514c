/** As people write numbers: digits, with a plus before and spaces, dots, dashes or brackets between. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15 && text.length <= 20 && /^\+?[\d ().-]+$/.test(text)
}

/** A number as people write it, as a link that calls it. */
export function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`
}
