import { pictureText } from '#/kernel/pictures.ts'
import type { shopErrors } from './errors.ts'

const own: Readonly<Record<keyof typeof shopErrors, string>> = {
  'shop.gstin_wrong': 'This isn’t a valid GSTIN. Please compare all 15 characters with your certificate.',
  'shop.bank_incomplete': 'Please fill in all three: account holder, account number and IFSC.',
  'shop.other_search': 'The filters have changed. Please search again.',
}
export const shopText = { ...pictureText, ...own }
