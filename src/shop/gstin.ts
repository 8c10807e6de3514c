const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pattern = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** Checks an Indian tax number: the state's two digits, the PAN, and a check digit at the end. */
export function isGstin(text: string): boolean {
  return pattern.test(text) && text.at(-1) === checkDigit(text.slice(0, -1))
}

/** Luhn in base 36: every second character counts double, and each product's digits are added up. */
function checkDigit(text: string): string {
  const sum = [...text].reduce((total, sign, at) => {
    const product = digits.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36]!
}
