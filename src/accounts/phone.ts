import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { plainPhone } from '#/kernel/phone.ts'

/** Numbers without a country code are Indian (+91). */
const homeCountry: CountryCode = 'IN'

/** Returns the number in E.164 (+919876543210), or undefined if it isn't valid. */
export function toPhoneNumber(text: string): string | undefined {
  const number = parsePhoneNumberFromString(plainPhone(text), homeCountry)
  // An extension can't receive texts; texts to satellites and to services of no country are dear.
  return number?.isValid() && !number.ext && !number.isNonGeographic() ? number.number : undefined
}
