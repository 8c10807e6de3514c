import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Where a number is from that is written without its country: +91. */
const homeCountry: CountryCode = 'IN'

/** The number as the world writes it (E.164: +919876543210), or undefined when it can be nobody's. */
export function toPhoneNumber(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, homeCountry)
  // An extension cannot be sent a text.
  return number?.isValid() && !number.ext ? number.number : undefined
}
