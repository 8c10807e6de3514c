import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function HideProduct({ id, name, seller }: { id: string; name: string; seller: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.hideProduct, 'The product is hidden.', close)
  return (
    <ConfirmButton
      label="Hide product"
      spoken={`Hide ${name}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Hide this product?"
      reason="required"
      reasonHint={`We’ll tell ${seller} the reason, and keep it in the audit log.`}
      longestReason={500}
      confirm="Hide"
      busy="Hiding..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>
        Nobody can find or buy {name} until an admin shows it again. In carts it’s “No longer sold”. Orders
        that were placed stay.
      </p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}

export function ShowProduct({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(
    admin.call.showProduct,
    'The product isn’t hidden any more.',
    close,
  )
  return (
    <ConfirmButton
      label="Show again"
      spoken={`Show ${name} again`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Show this product again?"
      reason="none"
      confirm="Show again"
      color="teal"
      busy="Saving..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={() => send({ id })}
    >
      <p>Buyers can find and buy {name} again, and we’ll tell its seller.</p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
