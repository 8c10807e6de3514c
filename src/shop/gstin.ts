const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pattern = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** Whether this can be an Indian tax number: two digits of the state, the PAN, and a last sign that is right for the rest. */
export function isGstin(text: string): boolean {
  return pattern.test(text) && text.at(-1) === checkDigit(text.slice(0, -1))
}

/** Every second sign counts double; the digits of each product, in base 36, are added up. */
function checkDigit(text: string): string {
  const sum = [...text].reduce((total, sign, at) => {
    const product = digits.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36]!
}
