import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMoney } from '#/kernel/money.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { PackageOffer } from '#/packages/contract.ts'
import { returnDays, sessionBackHours } from '#/packages/limits.ts'
import { packagesText } from '#/packages/text.ts'
import { usePay } from '#/payments/web/index.ts'
import css from './Packages.module.css'
import { packages, reloadPackages } from './packages.ts'
import { contentText, perSessionText, sessionsText, validityText } from './words.ts'

/** Lists a trainer's packages on sale, where owners book a session. Renders nothing if there are none. */
export function TrainerPackages({ trainerId, trainerName }: { trainerId: string; trainerName: string }) {
  const { data } = useQuery(packages.query.offers.queryOptions({ input: { trainerId } }))
  const titleId = useId()
  if (!data || data.rows.length === 0) return null
  const saved = Math.max(...data.rows.map(({ saving }) => saving.amount))
  return (
    <details className={css.history}>
      <summary id={titleId}>
        Packages{saved > 0 && `: save up to ${formatMoney({ ...data.rows[0]!.saving, amount: saved })}`}
      </summary>
      <div className={css.offers}>
        {data.rows.map((offer) => (
          <OnSale key={offer.id} offer={offer} trainerName={trainerName} />
        ))}
      </div>
    </details>
  )
}

function OnSale({ offer, trainerName }: { offer: PackageOffer; trainerName: string }) {
  const titleId = useId()
  return (
    <article className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h3 id={titleId}>{offer.title}</h3>
        <strong className="tabular">{formatMoney(offer.price)}</strong>
      </div>
      <p>{contentText(offer)}</p>
      <p>{perSessionText(offer)}</p>
      <p className={css.soft}>Valid for {validityText(offer)} from the day you pay</p>
      <div className={css.actions}>
        <Buy offer={offer} trainerName={trainerName} />
      </div>
    </article>
  )
}

function Buy({ offer, trainerName }: { offer: PackageOffer; trainerName: string }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { pay, isPaying } = usePay()
  const { id: offerId, version, title, price, singlePrice, sessions } = offer
  const write = useWrite(packages.call.buy, {
    onSuccess: ({ paymentId }) => {
      void reloadPackages(client)
      pay(paymentId)
    },
    onError: (error) => {
      if (errorCode(error) === 'packages.offer_changed' || errorCode(error) === 'packages.not_for_sale') {
        setAsking(false)
        void reloadPackages(client)
      }
      toast({ kind: 'error', title: 'Not bought', message: errorText(error, packagesText) })
    },
  })
  return (
    <ConfirmButton
      label="Buy"
      spoken={`Buy ${title}`}
      variant="filled"
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Buy this package?"
      reason="none"
      color="teal"
      confirm={`Pay ${formatMoney(price)}`}
      busy="Opening payment..."
      keep="Not now"
      isBusy={write.isPending || isPaying}
      onConfirm={() =>
        write.mutate({ offerId, price: price.amount, singlePrice: singlePrice.amount, version })
      }
      onClose={() => setAsking(false)}
    >
      <p>
        <strong>{title}</strong> with {trainerName}: {contentText(offer)}.
      </p>
      <p>
        You can book the {sessionsText(sessions)} for {validityText(offer)} from the day you pay. Unused
        sessions are lost after that; sessions you’ve booked by then stay booked. A session that you cancel
        less than {sessionBackHours} hours before the start counts as used.
      </p>
      <p>
        You can return the package within {returnDays} days. If it’s unused, you get a full refund; otherwise
        the price less the sessions you’ve used. Used sessions count at {formatMoney(singlePrice)}, the price
        of a single session.
      </p>
    </ConfirmButton>
  )
}
