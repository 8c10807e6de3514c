import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import { accountPattern, ifscPattern } from '#/shop/bank.ts'
import type { SupplierInput } from '#/shop/contract.ts'
import { isGstin } from '#/shop/gstin.ts'
import { shopText } from '#/shop/text.ts'

const plain = (text: string) => text.toUpperCase().replaceAll(' ', '')

/** Bank details are only written, never read back; the form knows just the last four digits. */
export const supplierFields = (
  bankLastFour: string | null,
): readonly FieldGroup<FieldOf<SupplierInput>>[] => [
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
        hint: 'Optional. 15 characters, as on your certificate.',
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
          ? `Your account ends in ${bankLastFour}. Leave these three fields empty to keep it.`
          : 'Optional for now. We encrypt it, and only ever show the last four digits.',
      },
      {
        name: 'bankAccount',
        label: 'Account number',
        kind: 'line',
        max: 40,
        check: (text) => !accountPattern.test(plain(text)) && 'Please enter 9 to 18 digits',
      },
      {
        name: 'bankIfsc',
        label: 'IFSC',
        kind: 'line',
        max: 20,
        capitals: true,
        check: (text) => !ifscPattern.test(plain(text)) && 'Please enter 11 characters, like HDFC0001234',
      },
      ...(bankLastFour
        ? [{ name: 'removeBank', label: 'Remove the saved account', kind: 'yes' } as const]
        : []),
    ],
  },
]
