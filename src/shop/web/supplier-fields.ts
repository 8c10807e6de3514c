import type { FieldGroup } from '#/kernel/web/form/field-list.ts'
import { accountPattern, ifscPattern } from '#/shop/bank.ts'
import { isGstin } from '#/shop/gstin.ts'
import { shopText } from '#/shop/text.ts'

const plain = (text: string) => text.toUpperCase().replaceAll(' ', '')

/** The supplier's profile. Bank details are written, never read back: only the end of the account is known. */
export const supplierFields = (bankLastFour: string | null): readonly FieldGroup[] => [
  {
    fields: [
      {
        name: 'businessName',
        label: 'Business name',
        kind: 'line',
        max: 120,
        required: true,
        autoComplete: 'organization',
      },
      {
        name: 'gstin',
        label: 'GSTIN',
        kind: 'line',
        max: 20,
        capitals: true,
        hint: 'Optional. 15 signs, as on your certificate.',
        check: (text) => !isGstin(plain(text)) && shopText['shop.gstin_wrong'],
      },
      { name: 'pickupAddress', label: 'Pickup address', kind: 'lines', max: 500, required: true },
    ],
  },
  {
    title: 'Bank account',
    fields: [
      {
        name: 'bankHolder',
        label: 'Account holder',
        kind: 'line',
        max: 120,
        hint: bankLastFour
          ? `We have an account that ends in ${bankLastFour}. Leave these three empty to keep it.`
          : 'Optional for now. Kept sealed, and never shown again but for the last four digits.',
      },
      {
        name: 'bankAccount',
        label: 'Account number',
        kind: 'line',
        max: 40,
        check: (text) => !accountPattern.test(plain(text)) && 'Please write 9 to 18 digits',
      },
      {
        name: 'bankIfsc',
        label: 'IFSC',
        kind: 'line',
        max: 20,
        capitals: true,
        check: (text) => !ifscPattern.test(plain(text)) && 'Please write 11 signs, like HDFC0001234',
      },
      ...(bankLastFour
        ? [{ name: 'removeBank', label: 'Remove the account we have', kind: 'yes' } as const]
        : []),
    ],
  },
]
