import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { linkPhoneDialog } from '#/accounts/web/index.ts'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Checkout } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'

export type NoCash = NonNullable<Checkout['noCash']>

const reasons: Readonly<Record<NoCash, string>> = {
  total: 'For orders up to ₹5,000',
  off: 'We don’t offer it at the moment',
  phone: shopText['shop.cash_phone'],
  came_back: shopText['shop.cash_came_back'],
  first: shopText['shop.cash_first'],
  cancelled: shopText['shop.cash_cancelled'],
}

type Props = { noCash: NoCash | null; fee: string; isDisabled?: boolean }

/** Offers cash on delivery within a group of ways to pay, or says why it can't be chosen. */
export const CashChoice = ({ noCash, fee, isDisabled = noCash !== null }: Props) => (
  <Radio
    value="cash"
    label="Cash on delivery"
    disabled={isDisabled}
    description={noCash ? reasons[noCash] : fee}
  />
)

/** Lets somebody confirm a phone number on the spot. Place it outside of forms, because its dialog has some. */
export function useConfirmPhone(onConfirmed: () => void) {
  const [isOpen, setIsOpen] = useState(false)
  const Dialog = useOnDemand(linkPhoneDialog, isOpen)
  return {
    button: (
      <div>
        <Button variant="default" size="compact-md" onClick={() => setIsOpen(true)}>
          Confirm your phone number
        </Button>
      </div>
    ),
    dialog: isOpen && Dialog && (
      <Dialog
        onClose={() => setIsOpen(false)}
        onLinked={() => {
          setIsOpen(false)
          onConfirmed()
        }}
      />
    ),
  }
}
