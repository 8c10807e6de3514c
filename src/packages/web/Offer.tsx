import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMoney } from '#/kernel/money.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { OwnOffer } from '#/packages/contract.ts'
import { packagesText } from '#/packages/text.ts'
import { OfferForm } from './OfferForm.tsx'
import css from './Packages.module.css'
import { packages, reloadPackages } from './packages.ts'
import { contentText, perSessionText, validityText } from './words.ts'

type Props = { offer: OwnOffer; hourlyRate: number }

/** Shows one of a trainer's own packages, to change, withdraw or put back on sale. */
export function Offer({ offer, hourlyRate }: Props) {
  const [changing, setChanging] = useState(false)
  const titleId = useId()
  const { title, price, isOnSale, sold } = offer
  return (
    <article className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <strong className="tabular">{formatMoney(price)}</strong>
      </div>
      <p>{contentText(offer)}</p>
      <p>{perSessionText(offer).replace('you save', 'owners save')}</p>
      <p className={css.soft}>
        Valid for {validityText(offer)} · {sold} sold{isOnSale ? '' : ' · withdrawn from sale'}
      </p>
      {changing ? (
        <OfferForm offer={offer} hourlyRate={hourlyRate} onClose={() => setChanging(false)} />
      ) : (
        <div className={css.actions}>
          {isOnSale ? (
            <>
              <Button variant="default" aria-label={`Change ${title}`} onClick={() => setChanging(true)}>
                Change
              </Button>
              <Withdraw offer={offer} />
            </>
          ) : (
            <Resume offer={offer} />
          )}
        </div>
      )}
    </article>
  )
}

function Resume({ offer: { id, title } }: { offer: OwnOffer }) {
  const client = useQueryClient()
  const write = useWrite(packages.call.resumeOffer, {
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Back on sale',
        message: `${title} is offered again where owners book you.`,
      })
      return reloadPackages(client)
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'Not on sale', message: errorText(error, packagesText) }),
  })
  return (
    <Button
      variant="default"
      aria-label={`Put back on sale: ${title}`}
      loading={write.isPending}
      onClick={() => write.mutate({ id })}
    >
      Put back on sale
    </Button>
  )
}

function Withdraw({ offer: { id, title } }: { offer: OwnOffer }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const write = useWrite(packages.call.withdrawOffer, {
    onSuccess: () => {
      setAsking(false)
      toast({ kind: 'success', title: 'Withdrawn from sale', message: 'Sold packages stay valid.' })
      return reloadPackages(client)
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'Not withdrawn', message: errorText(error, packagesText) }),
  })
  return (
    <ConfirmButton
      label="Withdraw"
      spoken={`Withdraw ${title}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Withdraw this package from sale?"
      reason="none"
      confirm="Withdraw it"
      busy="Withdrawing..."
      keep="Keep it on sale"
      isBusy={write.isPending}
      onConfirm={() => write.mutate({ id })}
      onClose={() => setAsking(false)}
    >
      <p>Nobody can buy {title} until you put it back on sale. Packages you’ve already sold stay valid.</p>
    </ConfirmButton>
  )
}
